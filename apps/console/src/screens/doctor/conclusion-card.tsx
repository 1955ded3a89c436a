/** @module What is the matter, and what to do. */

import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import type { Conclusion } from '../../doctor/conclusion.ts';
import { messages } from '../../messages/messages.ts';

const words = messages.doctor;

/** The card. */
export function ConclusionCard({ conclusion }: { readonly conclusion: Conclusion }) {
  const { kind, isBlocking } = conclusion;
  const tone = isBlocking ? 'bad' : kind === 'allWell' ? 'good' : 'warning';
  const { title, todo } = words.conclusions[kind];
  return (
    <span className={`lw-conclusion lw-conclusion-${tone}`} data-testid="conclusion" data-conclusion={kind}>
      <ToneIcon tone={tone} />
      <span className="lw-conclusion-words">
        <strong>{title}</strong>
        {tone === 'warning' && <span className="lw-conclusion-anyway">{words.worksAnyway}</span>}
        <span>{todo}</span>
      </span>
    </span>
  );
}

function ToneIcon({ tone }: { readonly tone: 'good' | 'warning' | 'bad' }) {
  if (tone === 'good') return <IconCircleCheck size={28} aria-hidden="true" />;
  if (tone === 'bad') return <IconCircleX size={28} aria-hidden="true" />;
  return <IconAlertTriangle size={28} aria-hidden="true" />;
}
