/** @module Asks a new user, who entered the open password, to choose a user name. */

import { useState, type FormEvent } from 'react';
import { nameOf } from '../../devices/remembered-device.ts';
import { checkLoginUser } from '../../link/details-form.ts';
import { messages } from '../../messages/messages.ts';
import { ExactField } from '../../ui/exact-field.tsx';
import { LoginActions } from './login-actions.tsx';
import { loginProblemText } from './login-problem-text.ts';
import type { LoginViewProps } from './login-view.tsx';

const words = messages.login;

/** Asks for a user name. */
export function NameView({ device, session, state, draft, onDraft }: LoginViewProps) {
  const { newName: username = '' } = draft;
  const [isSubmitted, setIsSubmitted] = useState(false);
  const error = checkLoginUser(username, messages.check);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsSubmitted(true);
    if (error === undefined) void session.pair(username);
  };
  const fieldError = isSubmitted ? error : undefined;
  return (
    <form
      className="lw-panel"
      data-testid="name-form"
      onSubmit={submit}
      noValidate
      aria-label={words.nameTitle}
    >
      <h2>{words.nameTitle}</h2>
      <p className="lw-soft">{words.nameLead(nameOf(device))}</p>
      <div className="lw-login-fields">
        <ExactField
          label={words.user}
          description={messages.people.usernameHint}
          value={username}
          error={fieldError ?? loginProblemText(state.problem, 0)}
          autoComplete="username"
          onChange={(text) => onDraft({ ...draft, newName: text.toLowerCase() })}
        />
      </div>
      <LoginActions submit={words.nameSubmit} isBusy={state.isBusy} onSkip={() => session.skipLogin()} />
    </form>
  );
}
