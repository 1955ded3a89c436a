/** @module The operator's own account and password. */

import { Button } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { words } from '../../messages/service-messages.ts';
import { PasswordField } from '../../ui/password-field.tsx';
import { useOperator } from './operator-context.tsx';
import { ProblemNote } from './problem-note.tsx';
import { useAction } from './use-loaded.ts';

const texts = words.people;

/** The name, the role and its permissions, and the form for a new password. */
export function AccountSection() {
  const { session, me } = useOperator();
  const action = useAction();
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const change = (event: FormEvent) => {
    event.preventDefault();
    if (current === '' || password === '' || action.isBusy) return;
    action.run(
      () => session.ask('PUT /me/password', { body: { current, password } }),
      () => session.leave(),
    );
  };
  return (
    <section aria-labelledby="you">
      <h2 id="you">{texts.you}</h2>
      <p>
        {me.name} · {texts.yourRole(words.roles[me.role])}.{' '}
        <span className="lw-soft">{words.roleMay[me.role]}</span>
      </p>
      <details className="lw-more">
        <summary>{texts.password}</summary>
        <form className="lw-form lw-service-narrow" onSubmit={change} noValidate aria-label={texts.password}>
          <PasswordField
            label={texts.current}
            autoComplete="current-password"
            value={current}
            onChange={setCurrent}
          />
          <PasswordField
            label={texts.next}
            description={texts.nextHint}
            autoComplete="new-password"
            value={password}
            onChange={setPassword}
          />
          <ProblemNote problem={action.problem} />
          <div className="lw-actions">
            <Button type="submit" loading={action.isBusy} disabled={current === '' || password === ''}>
              {texts.password}
            </Button>
          </div>
        </form>
      </details>
    </section>
  );
}
