/** @module The doctor's conclusion: the problem, and what to do. */

import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import type { Conclusion } from '../../doctor/conclusion.ts';
import { codecTrouble } from '../../live/codec-trouble.ts';
import { messages } from '../../messages/messages.ts';
import './conclusion-card.css';

const words = messages.doctor;

/** The card. */
export function ConclusionCard({ conclusion }: { readonly conclusion: Conclusion }) {
  const { kind, isBlocking } = conclusion;
  const tone = isBlocking ? 'bad' : kind === 'allWell' ? 'good' : 'warning';
  const { title, todo } = wordsOf(conclusion);
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

function wordsOf(conclusion: Conclusion): ConclusionWords {
  if (conclusion.kind === 'narrowLine') {
    const { title, todo } = words.narrowLine;
    return { title: title(conclusion.bitsPerSecond, conclusion.bitsPerSecondWanted), todo };
  }
  const { kind, lacked } = conclusion;
  if (lacked === undefined) return words.conclusions[kind];
  const { title, hint } = codecTrouble(lacked, messages);
  return { title, todo: hint };
}

interface ConclusionWords {
  readonly title: string;
  readonly todo: string;
}

function ToneIcon({ tone }: { readonly tone: 'good' | 'warning' | 'bad' }) {
  if (tone === 'good') return <IconCircleCheck size={28} aria-hidden="true" />;
  if (tone === 'bad') return <IconCircleX size={28} aria-hidden="true" />;
  return <IconAlertTriangle size={28} aria-hidden="true" />;
}
