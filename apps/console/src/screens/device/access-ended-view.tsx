/** @module Shown in place of the device once this user's access has ended. */

import { Button } from '@mantine/core';
import { IconClockOff } from '@tabler/icons-react';
import { nameOf, type RememberedDevice } from '../../devices/remembered-device.ts';
import { messages } from '../../messages/messages.ts';
import type { DeviceSession } from '../../session/device-session.ts';

/** The device and its session. */
export interface AccessEndedViewProps {
  readonly device: RememberedDevice;
  readonly session: DeviceSession;
}

/** Says that access ended, and whom to ask; another user can log in. */
export function AccessEndedView({ device, session }: AccessEndedViewProps) {
  return (
    <section className="lw-panel" data-testid="access-ended" role="alert">
      <IconClockOff size={40} stroke={1.5} aria-hidden="true" />
      <h2>{messages.access.endedTitle}</h2>
      <p className="lw-soft">{messages.access.endedHint(nameOf(device))}</p>
      <div className="lw-actions">
        <Button variant="default" onClick={() => session.changeUser()}>
          {messages.failure.action.otherUser}
        </Button>
      </div>
    </section>
  );
}
