/** @module What ends a form that asks who somebody is: going on with it, or going in as nobody. */

import { Button } from '@mantine/core';
import { messages } from '../../messages/messages.ts';

/** What the button of the form says, and whether it has to wait. */
export interface LoginActionsProps {
  readonly submit: string;
  readonly isBusy: boolean;
  readonly isHeld?: boolean;
  readonly onSkip: () => void;
}

/** The two ways on. */
export function LoginActions({ submit, isBusy, isHeld = false, onSkip }: LoginActionsProps) {
  return (
    <div className="lw-actions">
      <Button type="submit" loading={isBusy} disabled={isHeld}>
        {submit}
      </Button>
      <Button variant="default" className="lw-button-quiet" disabled={isBusy} onClick={onSkip}>
        {messages.login.skip}
      </Button>
    </div>
  );
}
