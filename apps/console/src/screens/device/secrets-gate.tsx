/** @module Before secrets leave over a connection that nothing binds: one sentence, and the person's agreement. */

import { Button } from '@mantine/core';
import { Outlet } from '@tanstack/react-router';
import { messages } from '../../messages/messages.ts';
import { useLiveDevice } from './device-context.tsx';
import './secrets-gate.css';

const words = messages.unbound;

/** The tabs from which secrets are sent, or the question that comes first. */
export function SecretsGate() {
  const { session, state } = useLiveDevice();
  if (state.isBound || state.hasAgreed) return <Outlet />;
  return (
    <section className="lw-secrets-gate" aria-labelledby="lw-secrets-gate" data-testid="secrets-gate">
      <h2 id="lw-secrets-gate">{words.title}</h2>
      <p>{words.body}</p>
      <div className="lw-actions">
        <Button onClick={() => session.askLogin()}>{words.logIn}</Button>
        <Button variant="default" onClick={() => session.agree()}>
          {words.goOn}
        </Button>
      </div>
    </section>
  );
}
