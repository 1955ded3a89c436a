/** @module A question or a form above a screen of the operators' part. */

import { Button } from '@mantine/core';
import { useId, useLayoutEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { messages } from '../../messages/messages.ts';
import { words } from '../../messages/service-messages.ts';
import { ExactField } from '../../ui/exact-field.tsx';
import { ProblemNote } from './problem-note.tsx';
import type { Action } from './use-loaded.ts';
import './service-dialog.css';

/** What is asked. */
export interface ServiceDialogProps {
  readonly title: string;
  readonly children: ReactNode;
  /** Closes it; without, it stays until what it asks is done. */
  readonly onClose?: (() => void) | undefined;
}

/** A modal dialog; the browser keeps the focus in it and gives it back afterwards. */
export function ServiceDialog({ title, children, onClose }: ServiceDialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  // before it leaves the page: only a dialog that is in it gives the focus back
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

/** Fields with a button that does it and one that does not. */
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

/** A question before something that cannot be undone. */
export interface ConfirmDialogProps extends Omit<FormDialogProps, 'children' | 'isReady' | 'isDangerous'> {
  readonly hint: string;
  /** What has to be typed, where it takes much with it. */
  readonly name?: string;
}

/** Asks before something is done. */
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
