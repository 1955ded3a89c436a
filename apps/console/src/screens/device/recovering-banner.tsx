/** @module Shown while the connection is lost: what happened, the next retry, and a button to retry now. */

import { Button } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { messages } from '../../messages/messages.ts';
import type { DeviceSession } from '../../session/device-session.ts';
import type { Link, Setback } from '../../session/session-state.ts';
import { useSecondsUntil } from '../../ui/use-now.ts';
import './recovering-banner.css';

/** A session that was connected before. */
export interface RecoveringBannerProps {
  readonly session: DeviceSession;
  readonly link: Link;
}

/** A line above the tabs. It is always rendered, because a live region announces only changes. */
export function RecoveringBanner({ session, link }: RecoveringBannerProps) {
  return (
    <output className="lw-recovering-place">
      {link.kind === 'recovering' && <Recovery session={session} setback={link} />}
    </output>
  );
}

interface RecoveryProps {
  readonly session: DeviceSession;
  readonly setback: Setback;
}

function Recovery({ session, setback: { failure, attempt, retryAtMs } }: RecoveryProps) {
  return (
    <div className="lw-recovering" data-testid="recovering" data-failure={failure.kind}>
      <IconPlugConnectedX size={22} aria-hidden="true" />
      <span className="lw-recovering-words">
        <strong>{messages.device.reconnecting(attempt)}</strong> {messages.failure[failure.kind].title}{' '}
        {retryAtMs !== undefined && <Countdown retryAtMs={retryAtMs} />}
      </span>
      {retryAtMs !== undefined && (
        <Button size="compact-md" variant="default" onClick={() => session.tryNow()}>
          {messages.device.connectNow}
        </Button>
      )}
    </div>
  );
}

function Countdown({ retryAtMs }: { readonly retryAtMs: number }) {
  const seconds = useSecondsUntil(retryAtMs);
  return (
    <span data-testid="retry" aria-hidden="true">
      {messages.device.retryIn(seconds)}
    </span>
  );
}
