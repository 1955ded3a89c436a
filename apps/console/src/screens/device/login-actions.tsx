/** @module The buttons of a login form: submit, or continue without logging in. */

import { Button } from '@mantine/core';
import { messages } from '../../messages/messages.ts';

/** The label of the submit button, and whether it is disabled. */
export interface LoginActionsProps {
  readonly submit: string;
  readonly isBusy: boolean;
  readonly isHeld?: boolean;
  readonly onSkip: () => void;
}

/** Both buttons. */
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
