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
import { useNow } from '../../ui/use-now.ts';
import { StatePanel } from '../state-panel.tsx';
import { DoctorButton } from './doctor-button.tsx';
import { RetryCountdown } from './retry-countdown.tsx';

const words = messages.failure;
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
    <StatePanel
      testId="failure"
      data={{ 'data-failure': kind }}
      announced="alert"
      title={words[kind].title}
      line={words[kind].hint}
      clock={<Clock device={device} state={state} />}
      actions={
        <>
          {isActionFirst(kind) ? [other, again] : [again, other]}
          {isForDoctor(kind) && <DoctorButton device={device} />}
        </>
      }
      details={
        <>
          <Facts device={device} kind={kind} />
          {tried !== undefined && <TriedFacts tried={tried} />}
          <code className="lw-mono">{detail}</code>
        </>
      }
      isOpen={['noSuchDevice', 'unreachable', 'notListed'].includes(kind)}
    />
  );
}

/** When the device was last seen, and when it is tried again: outside of the alert, because it changes every second. */
function Clock({ device, state }: Pick<FailureViewProps, 'device' | 'state'>) {
  const nowMs = useNow();
  const { failure, isTrying, attempt, retryAtMs } = state;
  return (
    <>
      {failure.kind === 'offline' && device.seenAtMs !== undefined && (
        <p className="lw-soft">{words.lastSeen(timeAgo(device.seenAtMs, nowMs, messages.time))}</p>
      )}
      {isTrying && <p className="lw-countdown">{messages.device.trying(attempt)}</p>}
      {retryAtMs !== undefined && (
        <p className="lw-countdown">
          <RetryCountdown retryAtMs={retryAtMs} />
        </p>
      )}
    </>
  );
}

interface FactsProps {
  readonly device: RememberedDevice;
  readonly kind: FailureKind;
}

function Facts({ device, kind }: FactsProps) {
  if (kind === 'noSuchDevice') {
    return (
      <dl>
        <dt>{messages.add.product}</dt>
        <dd className="lw-mono">{device.productId}</dd>
        <dt>{messages.add.device}</dt>
        <dd className="lw-mono">{device.deviceId}</dd>
      </dl>
    );
  }
  return kind === 'unreachable' || kind === 'notListed' ? <Reach service={device.service} /> : null;
}

/** Whether this browser's own network is offline, and the address to check. */
function Reach({ service }: { readonly service: string }) {
  const isOnline = useOnline();
  return (
    <dl>
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
    <dl data-testid="tried">
      <dt>{words.triedHere}</dt>
      <dd>{list(local)}</dd>
      <dt>{words.triedThere}</dt>
      <dd>{list(remote)}</dd>
      <dt>{messages.path.node.relay}</dt>
      <dd>{hasRelay ? words.relayTried : words.relayNot}</dd>
    </dl>
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
