/** @module A dialog above an operator screen. */

import { Button } from '@mantine/core';
import { useId, useLayoutEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { messages } from '../../messages/messages.ts';
import { words } from '../../messages/service-messages.ts';
import { ExactField } from '../../ui/exact-field.tsx';
import { ProblemNote } from './problem-note.tsx';
import type { Action } from './use-loaded.ts';
import './service-dialog.css';

/** The contents of the dialog. */
export interface ServiceDialogProps {
  readonly title: string;
  readonly children: ReactNode;
  /** Closes the dialog; if omitted, it stays open until its action is done. */
  readonly onClose?: (() => void) | undefined;
}

/** A modal dialog; the browser traps the focus and restores it afterwards. */
export function ServiceDialog({ title, children, onClose }: ServiceDialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Close before removal: only a dialog in the document restores the focus.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (dialog !== null && !dialog.open) dialog.showModal();
    dialog?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={ref}
      className="lw-dialog"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
    >
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  );
}

/** A form in a dialog. */
export interface FormDialogProps extends ServiceDialogProps {
  readonly submit: string;
  readonly isDangerous?: boolean;
  readonly isReady?: boolean;
  readonly action: Action;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
}

/** Fields with a submit button and a cancel button. */
export function FormDialog({
  title,
  submit,
  isDangerous,
  isReady,
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
    if (isReady !== false && !action.isBusy) onSubmit();
  };
  return (
    <ServiceDialog title={title} onClose={close}>
      <form className="lw-form" onSubmit={send} noValidate>
        {children}
        <ProblemNote problem={action.problem} />
        <div className="lw-actions lw-dialog-actions">
          <Button
            type="submit"
            loading={action.isBusy}
            disabled={isReady === false}
            {...(isDangerous === true ? { color: 'red' } : {})}
          >
            {submit}
          </Button>
          <Button variant="default" onClick={close}>
            {messages.common.cancel}
          </Button>
        </div>
      </form>
    </ServiceDialog>
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
