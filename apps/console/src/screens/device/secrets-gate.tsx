/** @module Asks for consent before secrets are sent over an unconfirmed connection. */

import { Button } from '@mantine/core';
import { Outlet } from '@tanstack/react-router';
import { useId } from 'react';
import { messages } from '../../messages/messages.ts';
import { Modal } from '../../ui/modal.tsx';
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
      <h2 id={id}>{words.title}</h2>
      <Question body={words.body} onAgree={() => session.agree()} />
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
  const agree = () => {
    session.agree();
    onAgree();
  };
  return (
    <Modal title={words.title} onClose={onClose}>
      <Question body={words.microphone} onAgree={agree} />
      <Button variant="subtle" onClick={onClose}>
        {messages.common.cancel}
      </Button>
    </Modal>
  );
}

interface QuestionProps {
  readonly body: string;
  readonly onAgree: () => void;
}

function Question({ body, onAgree }: QuestionProps) {
  const { session } = useLiveDevice();
  return (
    <>
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
