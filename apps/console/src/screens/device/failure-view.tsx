/** @module A connection that failed or ended: what happened, and what can be done about it. */

import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { RememberedDevice } from '../../devices/remembered-device.ts';
import { messages } from '../../messages/messages.ts';
import type { DeviceSession } from '../../session/device-session.ts';
import { actionFor } from '../../session/failure-action.ts';
import type { FailureKind } from '../../session/failure.ts';
import type { SessionState } from '../../session/session-state.ts';
import { timeAgo } from '../../ui/time-ago.ts';
import { useNow, useSecondsUntil } from '../../ui/use-now.ts';

const words = messages.failure;
const MINUTE_MS = 60_000;

/** A failed session. */
export interface FailureViewProps {
  readonly device: RememberedDevice;
  readonly session: DeviceSession;
  readonly state: Extract<SessionState, { readonly kind: 'failed' }>;
}

/** The words for a failure, over the last picture. */
export function FailureView({ device, session, state }: FailureViewProps) {
  const { kind, detail } = state.failure;
  return (
    <section className="lw-panel" role="alert" data-testid="failure" data-failure={kind}>
      <h2>{words[kind].title}</h2>
      <p className="lw-soft">{words[kind].hint}</p>
      <Facts device={device} kind={kind} />
      {state.retryAtMs !== undefined && <Countdown retryAtMs={state.retryAtMs} />}
      <div className="lw-actions">
        <Button onClick={() => session.tryNow()}>{messages.device.connectAgain}</Button>
        <OtherAction device={device} session={session} kind={kind} />
      </div>
      <details>
        <summary>{messages.common.details}</summary>
        <code className="lw-mono">{detail}</code>
      </details>
    </section>
  );
}

interface FactsProps {
  readonly device: RememberedDevice;
  readonly kind: FailureKind;
}

function Facts({ device, kind }: FactsProps) {
  const nowMs = useNow(MINUTE_MS);
  if (kind === 'noSuchDevice') {
    return (
      <p className="lw-mono">
        {device.productId}
        <br />
        {device.deviceId}
      </p>
    );
  }
  if (kind === 'unreachable') return <p className="lw-mono">{device.service}</p>;
  if (kind === 'offline' && device.verifiedAtMs !== undefined) {
    return (
      <p className="lw-soft">{words.lastVerified(timeAgo(device.verifiedAtMs, nowMs, messages.time))}</p>
    );
  }
  return null;
}

function Countdown({ retryAtMs }: { readonly retryAtMs: number }) {
  const seconds = useSecondsUntil(retryAtMs);
  return (
    <p data-testid="retry" className="lw-countdown">
      {messages.device.retryIn(seconds)}
    </p>
  );
}

function OtherAction({ device, session, kind }: FactsProps & { readonly session: DeviceSession }) {
  const navigate = useNavigate();
  const action = actionFor(kind);
  if (action === 'again') return null;
  const act = () => {
    if (action === 'otherUser') session.changeUser();
    else void navigate({ to: '/add', search: action === 'newLink' ? {} : { edit: device.key } });
  };
  return (
    <Button variant="default" className="lw-button-quiet" onClick={act}>
      {words.action[action]}
    </Button>
  );
}
