/** @module Connecting: the wire from this browser to the device, the step it is in, and for how long. */

import { messages } from '../../messages/messages.ts';
import { CONNECT_STEPS } from '../../session/connect-step.ts';
import type { DeviceSession } from '../../session/device-session.ts';
import type { SessionState } from '../../session/session-state.ts';
import { useNow } from '../../ui/use-now.ts';
import './connecting-view.css';

const words = messages.steps;
const TENTH_MS = 100;

/** A session on its way. */
export interface ConnectingViewProps {
  readonly session: DeviceSession;
  readonly state: Extract<SessionState, { readonly kind: 'connecting' }>;
}

/** Names the step and counts the time. */
export function ConnectingView({ session, state }: ConnectingViewProps) {
  const nowMs = useNow(TENTH_MS);
  const { step } = session;
  const current = CONNECT_STEPS.indexOf(step);
  return (
    <section className="lw-connecting" data-testid="connecting" data-step={step} aria-label={words.label}>
      <ol className="lw-wire" aria-hidden="true">
        {CONNECT_STEPS.map((each, index) => (
          <li key={each} className={stationClass(index, current)} />
        ))}
      </ol>
      <output className="lw-connecting-step">
        {words[step]}
        <span className="lw-hidden">{words.progress('', current + 1, CONNECT_STEPS.length)}</span>
      </output>
      <p className="lw-connecting-time" data-testid="elapsed">
        {messages.time.elapsed(Math.max(0, nowMs - state.startedAtMs) / 1000)}
      </p>
      {state.attempt > 1 && <p className="lw-soft">{messages.device.attempt(state.attempt)}</p>}
    </section>
  );
}

function stationClass(index: number, current: number): string {
  if (index < current) return 'lw-station lw-station-done';
  return index === current ? 'lw-station lw-station-current' : 'lw-station';
}
