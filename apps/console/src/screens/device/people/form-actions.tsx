/** @module What ends a form about people: making the change, or leaving things as they are. */

import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { messages } from '../../../messages/messages.ts';

/** What the button of the change says. */
export interface FormActionsProps {
  readonly submit: string;
  readonly isBusy: boolean;
  readonly onCancel: () => void;
  /** What else the form can do. */
  readonly children?: ReactNode;
}

/** The buttons; nothing is taken back while the device makes the change. */
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
