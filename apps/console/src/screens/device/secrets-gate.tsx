/** @module Asks for consent before secrets are sent over an unconfirmed connection. */

import { Button } from '@mantine/core';
import { Outlet } from '@tanstack/react-router';
import { useId, useLayoutEffect, useRef } from 'react';
import { messages } from '../../messages/messages.ts';
import { useLiveDevice } from './device-context.tsx';
import './secrets-gate.css';

const words = messages.unbound;

/** The tabs that send secrets, or the question that comes first. */
export function SecretsGate() {
  const { session, state } = useLiveDevice();
  const id = useId();
  if (state.isBound || state.hasAgreed) return <Outlet />;
  return (
    <section className="lw-secrets-gate" aria-labelledby={id} data-testid="secrets-gate">
      <Question id={id} body={words.body} onAgree={() => session.agree()} />
    </section>
  );
}

/** Callbacks of the microphone question. */
export interface MicrophoneGateProps {
  /** The person agreed. */
  readonly onAgree: () => void;
  readonly onClose: () => void;
}

/** The same question as a dialog, before the microphone is sent. */
export function MicrophoneGate({ onAgree, onClose }: MicrophoneGateProps) {
  const { session } = useLiveDevice();
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  // A layout effect, because only a dialog that is still in the document restores the focus.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (dialog !== null && !dialog.open) dialog.showModal();
    return () => dialog?.close();
  }, []);
  const agree = () => {
    session.agree();
    onAgree();
  };
  return (
    <dialog
      ref={ref}
      className="lw-secrets-gate"
      aria-labelledby={id}
      data-testid="microphone-gate"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <Question id={id} body={words.microphone} onAgree={agree} />
      <Button variant="subtle" onClick={onClose}>
        {messages.common.cancel}
      </Button>
    </dialog>
  );
}

interface QuestionProps {
  readonly id: string;
  readonly body: string;
  readonly onAgree: () => void;
}

function Question({ id, body, onAgree }: QuestionProps) {
  const { session } = useLiveDevice();
  return (
    <>
      <h2 id={id}>{words.title}</h2>
      <p>{body}</p>
      <div className="lw-actions">
        <Button onClick={() => session.askLogin()}>{words.logIn}</Button>
        <Button variant="default" onClick={onAgree}>
          {words.goOn}
        </Button>
      </div>
    </>
  );
}
