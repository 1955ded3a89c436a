/** @module The buttons of a form about a user: submit and cancel. */

import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { messages } from '../../../messages/messages.ts';

/** The label of the submit button. */
export interface FormActionsProps {
  readonly submit: string;
  readonly isBusy: boolean;
  readonly onCancel: () => void;
  /** Additional buttons. */
  readonly children?: ReactNode;
}

/** The buttons; cancelling is disabled while the device makes the change. */
export function FormActions({ submit, isBusy, onCancel, children }: FormActionsProps) {
  return (
    <div className="lw-actions">
      <Button type="submit" loading={isBusy}>
        {submit}
      </Button>
      {children}
      <Button variant="default" disabled={isBusy} onClick={onCancel}>
        {messages.common.cancel}
      </Button>
    </div>
  );
}
