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
import { StatePanel } from '../state-panel.tsx';
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
  const isStuck = isSlow(stay, nowMs);
  return (
    <StatePanel
      testId="connecting"
      label={words.label}
      data={{ 'data-step': step }}
      announced="status"
      title={
        <>
          {words[step]}
          <span className="lw-hidden">{words.progress('', current + 1, CONNECT_STEPS.length)}</span>
        </>
      }
      clock={
        <>
          <p className="lw-countdown">
            <span data-testid="elapsed">
              {messages.time.elapsed(Math.max(0, nowMs - state.startedAtMs) / 1000)}
            </span>
            {state.attempt > 1 && ` · ${messages.device.attempt(state.attempt)}`}
          </p>
          <p className="lw-connecting-slow lw-soft" aria-live="polite">
            {isStuck && words.slow[step]}
          </p>
        </>
      }
      actions={
        <>
          <Button variant="default" className="lw-button-quiet" onClick={() => void navigate({ to: '/' })}>
            {messages.common.cancel}
          </Button>
          {isStuck && <DoctorButton device={device} />}
        </>
      }
    >
      <ol className="lw-wire" aria-hidden="true">
        {CONNECT_STEPS.map((each, index) => (
          <li key={each} className={stepClass(index, current)} />
        ))}
      </ol>
    </StatePanel>
  );
}

function stepClass(index: number, current: number): string {
  if (index < current) return 'lw-connect-step lw-connect-step-done';
  return index === current ? 'lw-connect-step lw-connect-step-current' : 'lw-connect-step';
}
