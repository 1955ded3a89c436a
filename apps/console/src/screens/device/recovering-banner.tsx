/** @module Shown while the connection is lost: what happened, the next retry, and a button to retry now. */

import { Button } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { messages } from '../../messages/messages.ts';
import type { DeviceSession } from '../../session/device-session.ts';
import type { Link } from '../../session/session-state.ts';
import { StatePanel } from '../state-panel.tsx';
import { RetryCountdown } from './retry-countdown.tsx';

/** A session that was connected before. */
export interface RecoveringBannerProps {
  readonly session: DeviceSession;
  readonly link: Link;
}

/** A line above the tabs. Its place is always rendered, because a live region announces only changes. */
export function RecoveringBanner({ session, link }: RecoveringBannerProps) {
  return (
    <output className="lw-recovering-place">
      {link.kind === 'recovering' && (
        <StatePanel
          testId="recovering"
          data={{ 'data-failure': link.failure.kind }}
          look="lw-state-bar"
          icon={<IconPlugConnectedX size={22} aria-hidden="true" />}
          title={messages.device.reconnecting(link.attempt)}
          line={messages.failure[link.failure.kind].title}
          clock={
            link.retryAtMs !== undefined && (
              <span aria-hidden="true">
                <RetryCountdown retryAtMs={link.retryAtMs} />
              </span>
            )
          }
          actions={
            link.retryAtMs !== undefined && (
              <Button size="compact-md" variant="default" onClick={() => session.tryNow()}>
                {messages.device.connectNow}
              </Button>
            )
          }
        />
      )}
    </output>
  );
}
