/** @module Connecting: the wire from this browser to the device, the step it is in, and for how long. */

import { messages } from '../../messages/messages.ts';
import { CONNECT_STEPS } from '../../session/connect-step.ts';
import type { SessionState } from '../../session/session-state.ts';
import { useNow } from '../../ui/use-now.ts';
import './connecting-view.css';

const words = messages.steps;
const TENTH_MS = 100;

/** Names the step and counts the time. */
export function ConnectingView({
  state,
}: {
  readonly state: Extract<SessionState, { readonly kind: 'connecting' }>;
}) {
  const current = CONNECT_STEPS.indexOf(state.step);
  return (
    <section
      className="lw-connecting"
      data-testid="connecting"
      data-step={state.step}
      aria-label={words.label}
    >
      <ol className="lw-wire" aria-hidden="true">
        {CONNECT_STEPS.map((step, index) => (
          <li key={step} className={stationClass(index, current)} />
        ))}
      </ol>
      <output className="lw-connecting-step">
        {words[state.step]}
        <span className="lw-hidden">{words.progress('', current + 1, CONNECT_STEPS.length)}</span>
      </output>
      <Elapsed sinceMs={state.startedAtMs} />
      {state.attempt > 1 && <p className="lw-soft">{messages.device.attempt(state.attempt)}</p>}
    </section>
  );
}

function Elapsed({ sinceMs }: { readonly sinceMs: number }) {
  const nowMs = useNow(TENTH_MS);
  return (
    <p className="lw-connecting-time" data-testid="elapsed">
      {messages.time.elapsed(Math.max(0, nowMs - sinceMs) / 1000)}
    </p>
  );
}

function stationClass(index: number, current: number): string {
  if (index < current) return 'lw-station lw-station-done';
  return index === current ? 'lw-station lw-station-current' : 'lw-station';
}
