/** @module Dialogs with a form, above an operator screen. */

import { Button } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { messages } from '../../messages/messages.ts';
import { words } from '../../messages/service-messages.ts';
import { ExactField } from '../../ui/exact-field.tsx';
import { Modal, type ModalProps } from '../../ui/modal.tsx';
import { ProblemNote } from './problem-note.tsx';
import type { Action } from './use-loaded.ts';
import './service-dialog.css';

/** A form in a dialog. */
export interface FormDialogProps extends Omit<ModalProps, 'title'> {
  readonly submit: string;
  /** If it says more than the submit button. */
  readonly title?: string;
  readonly isDangerous?: boolean;
  readonly isReady?: boolean;
  readonly action: Action;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
}

/** Fields with a submit button and a cancel button. */
export function FormDialog({
  submit,
  title = submit,
  isDangerous = false,
  isReady = true,
  action,
  onSubmit,
  onClose,
  children,
}: FormDialogProps) {
  const close = () => {
    action.clear();
    onClose();
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (isReady && !action.isBusy) onSubmit();
  };
  return (
    <Modal title={title} onClose={close}>
      <form className="lw-form" onSubmit={send} noValidate>
        {children}
        <ProblemNote problem={action.problem} />
        <div className="lw-actions lw-dialog-actions">
          <Button
            type="submit"
            loading={action.isBusy}
            disabled={!isReady}
            {...(isDangerous ? { color: 'red' } : {})}
          >
            {submit}
          </Button>
          <Button variant="default" onClick={close}>
            {messages.common.cancel}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

/** Confirmation of an irreversible action. */
export interface ConfirmDialogProps extends Omit<FormDialogProps, 'children' | 'isReady' | 'isDangerous'> {
  readonly hint: string;
  /** The name to type, for an action that removes much. */
  readonly name?: string;
}

/** Asks for confirmation. */
export function ConfirmDialog({ hint, name, ...form }: ConfirmDialogProps) {
  const [typed, setTyped] = useState('');
  const isReady = name === undefined || typed.trim() === name;
  return (
    <FormDialog {...form} isDangerous isReady={isReady}>
      <p>{hint}</p>
      {name !== undefined && (
        <ExactField
          label={words.confirm.type(name)}
          value={typed}
          error={typed !== '' && !name.startsWith(typed.trim()) ? words.confirm.differs : undefined}
          onChange={setTyped}
        />
      )}
    </FormDialog>
  );
}
