/** @module The connecting screen: the current step, the time it takes, and the alternatives. */

import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { RememberedDevice } from '../../devices/remembered-device.ts';
import { messages } from '../../messages/messages.ts';
import { CONNECT_STEPS } from '../../session/connect-step.ts';
import type { DeviceSession } from '../../session/device-session.ts';
import type { SessionState } from '../../session/session-state.ts';
import { isSlow, stayAt } from '../../session/slow-step.ts';
import { useNow } from '../../ui/use-now.ts';
import { DoctorButton } from './doctor-button.tsx';
import './connecting-view.css';

const words = messages.steps;
const TENTH_MS = 100;

/** A connecting session. */
export interface ConnectingViewProps {
  readonly device: RememberedDevice;
  readonly session: DeviceSession;
  readonly state: Extract<SessionState, { readonly kind: 'connecting' }>;
}

/** Shows the current step and the elapsed time; if a step is slow, it explains the likely cause and offers the doctor. */
export function ConnectingView({ device, session, state }: ConnectingViewProps) {
  const nowMs = useNow(TENTH_MS);
  const { step } = session;
  const navigate = useNavigate();
  const moment = { step, startedAtMs: state.startedAtMs };
  const [known, setKnown] = useState(() => stayAt(undefined, moment, nowMs));
  const stay = stayAt(known, moment, nowMs);
  if (stay !== known) setKnown(stay);
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
      <div className="lw-actions">
        <Button variant="default" className="lw-button-quiet" onClick={() => void navigate({ to: '/' })}>
          {messages.common.cancel}
        </Button>
      </div>
      {/* Takes its space from the start, so that nothing moves under the finger. */}
      <div className="lw-connecting-slow" aria-live="polite">
        {isSlow(stay, nowMs) && (
          <>
            <p>{words.slow[step]}</p>
            <DoctorButton device={device} />
          </>
        )}
      </div>
    </section>
  );
}

function stationClass(index: number, current: number): string {
  if (index < current) return 'lw-station lw-station-done';
  return index === current ? 'lw-station lw-station-current' : 'lw-station';
}
