/** @module A button for an irreversible action: it asks for confirmation in place. */

import { Button } from '@mantine/core';
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { messages } from '../messages/messages.ts';
import { focusOnMount } from './focus-on-mount.ts';
import './confirm-button.css';

/** The question, and the action. */
export interface ConfirmButtonProps {
  readonly label: string;
  /** The full name for screen readers, if `label` alone is ambiguous. */
  readonly name?: string;
  readonly question: ReactNode;
  readonly confirm: string;
  /** The button that changes nothing. */
  readonly keep?: string;
  readonly isDisabled?: boolean;
  /** The button stays useful: once confirmed, it takes the place of the question again. */
  readonly isRepeatable?: boolean;
  readonly isBusy: boolean;
  readonly onConfirm: () => void;
}

/** The button, or the question after a click. */
export function ConfirmButton({
  label,
  name,
  question,
  confirm,
  keep = messages.devices.removeKeep,
  isBusy,
  isDisabled = false,
  isRepeatable = false,
  onConfirm,
}: ConfirmButtonProps) {
  const id = useId();
  const [view, setView] = useState<'closed' | 'open' | 'kept'>('closed');
  const confirmNow = () => {
    if (isRepeatable) setView('kept');
    onConfirm();
  };
  const keepByKey = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') setView('kept');
  };
  if (view !== 'open') {
    return (
      <Button
        variant="default"
        className="lw-button-quiet"
        ref={view === 'kept' ? focusOnMount : null}
        aria-label={name ?? label}
        disabled={isDisabled}
        onClick={() => setView('open')}
      >
        {label}
      </Button>
    );
  }
  return (
    <fieldset className="lw-confirm">
      <legend className="lw-hidden">{label}</legend>
      <p id={id}>{question}</p>
      <div className="lw-actions">
        <Button
          color="red"
          loading={isBusy}
          disabled={isDisabled}
          aria-describedby={id}
          onClick={confirmNow}
          onKeyDown={keepByKey}
        >
          {confirm}
        </Button>
        <Button
          variant="default"
          ref={focusOnMount}
          aria-describedby={id}
          disabled={isBusy}
          onClick={() => setView('kept')}
          onKeyDown={keepByKey}
        >
          {keep}
        </Button>
      </div>
    </fieldset>
  );
}
