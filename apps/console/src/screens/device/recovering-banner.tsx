/** @module The connection is lost for now: what happened, what is done about it, and how to hurry it. */

import { Button } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { messages } from '../../messages/messages.ts';
import type { DeviceSession } from '../../session/device-session.ts';
import type { Link } from '../../session/session-state.ts';
import { useSecondsUntil } from '../../ui/use-now.ts';
import './recovering-banner.css';

/** A session that was ready. */
export interface RecoveringBannerProps {
  readonly session: DeviceSession;
  readonly link: Link;
}

/** A line above what was there before; nothing while there is a connection. */
export function RecoveringBanner({ session, link }: RecoveringBannerProps) {
  if (link.kind === 'ready') return null;
  const { failure, attempt, retryAtMs } = link;
  return (
    <output className="lw-recovering" data-testid="recovering" data-failure={failure.kind}>
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
    </output>
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
