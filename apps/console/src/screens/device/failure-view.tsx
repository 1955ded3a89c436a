/** @module A failed or ended connection: what happened, and what the person can do. */

import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { RememberedDevice } from '../../devices/remembered-device.ts';
import { messages } from '../../messages/messages.ts';
import type { Tried } from '../../path/connect-spans.ts';
import type { DeviceSession } from '../../session/device-session.ts';
import {
  actionFor,
  isActionFirst,
  isAgainOffered,
  isForDoctor,
  secureAddress,
} from '../../session/failure-action.ts';
import type { FailureKind } from '../../session/failure.ts';
import type { SessionState } from '../../session/session-state.ts';
import { SteadyButton } from '../../ui/steady-button.tsx';
import { useOnline } from '../../ui/use-online.ts';
import { timeAgo } from '../../ui/time-ago.ts';
import { useNow, useSecondsUntil } from '../../ui/use-now.ts';
import { DoctorButton } from './doctor-button.tsx';

import './failure-view.css';

const words = messages.failure;
const MINUTE_MS = 60_000;
/** Style of all buttons except the first. */
const QUIET = { variant: 'default', className: 'lw-button-quiet' } as const;

/** A failed session. */
export interface FailureViewProps {
  readonly device: RememberedDevice;
  readonly session: DeviceSession;
  readonly state: Extract<SessionState, { readonly kind: 'failed' }>;
}

/** The text for a failure, over the last picture. */
export function FailureView({ device, session, state }: FailureViewProps) {
  const { kind, detail, tried } = state.failure;
  const isRetried = state.isTrying || state.retryAtMs !== undefined;
  // Keyed, so that a focused button keeps the focus if another failure reorders the buttons.
  const again = isAgainOffered(kind) && (
    <SteadyButton
      key="again"
      {...(isActionFirst(kind) ? QUIET : {})}
      isDisabled={state.isTrying}
      onClick={() => session.tryNow()}
    >
      {isRetried ? messages.device.connectNow : messages.device.connectAgain}
    </SteadyButton>
  );
  const other = <OtherAction key="other" device={device} session={session} kind={kind} />;
  return (
    <section className="lw-panel" data-testid="failure" data-failure={kind}>
      {/* Hidden from screen readers: the countdown below changes every second. */}
      <div role="alert">
        <h2>{words[kind].title}</h2>
        <p className="lw-soft">{words[kind].hint}</p>
      </div>
      <Facts device={device} kind={kind} />
      {tried !== undefined && <TriedFacts tried={tried} />}
      {state.isTrying && <p className="lw-countdown">{messages.device.trying(state.attempt)}</p>}
      {state.retryAtMs !== undefined && <Countdown retryAtMs={state.retryAtMs} />}
      <div className="lw-actions">
        {isActionFirst(kind) ? [other, again] : [again, other]}
        {isForDoctor(kind) && <DoctorButton device={device} />}
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
      <dl className="lw-failure-facts">
        <dt>{messages.add.product}</dt>
        <dd className="lw-mono">{device.productId}</dd>
        <dt>{messages.add.device}</dt>
        <dd className="lw-mono">{device.deviceId}</dd>
      </dl>
    );
  }
  if (kind === 'unreachable' || kind === 'notListed') return <Reach service={device.service} />;
  if (kind === 'offline' && device.seenAtMs !== undefined) {
    return <p className="lw-soft">{words.lastSeen(timeAgo(device.seenAtMs, nowMs, messages.time))}</p>;
  }
  return null;
}

/** Whether this browser's own network is offline, and the address to check. */
function Reach({ service }: { readonly service: string }) {
  const isOnline = useOnline();
  return (
    <dl className="lw-failure-facts">
      <dt>{messages.path.node.browser}</dt>
      <dd>{isOnline ? words.isOnline : words.isOffline}</dd>
      <dt>{messages.add.service}</dt>
      <dd className="lw-mono">{service}</dd>
    </dl>
  );
}

/** The candidate types that were tried, and whether a relay was offered. */
function TriedFacts({ tried: { local, remote, hasRelay } }: { readonly tried: Tried }) {
  const names: Readonly<Record<string, string>> = messages.path.pairs.type;
  const list = (kinds: readonly string[]): string =>
    kinds.length === 0 ? words.triedNothing : kinds.map((kind) => names[kind] ?? kind).join(', ');
  return (
    <dl className="lw-failure-facts" data-testid="tried">
      <dt>{words.triedHere}</dt>
      <dd>{list(local)}</dd>
      <dt>{words.triedThere}</dt>
      <dd>{list(remote)}</dd>
      <dt>{messages.path.node.relay}</dt>
      <dd>{hasRelay ? words.relayTried : words.relayNot}</dd>
    </dl>
  );
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
    else if (action === 'secure') window.location.assign(secureAddress(window.location.href));
    else void navigate({ to: '/add', search: action === 'newLink' ? {} : { edit: device.key } });
  };
  return (
    <Button {...(isActionFirst(kind) ? {} : QUIET)} onClick={act}>
      {words.action[action]}
    </Button>
  );
}
