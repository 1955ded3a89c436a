/** @module The login form, with the error at its field. */

import { useState, type FormEvent } from 'react';
import { nameOf, type RememberedDevice } from '../../devices/remembered-device.ts';
import { checkLoginPassword, checkLoginUser } from '../../link/details-form.ts';
import { messages } from '../../messages/messages.ts';
import type { DeviceSession } from '../../session/device-session.ts';
import type { LoginDraft } from '../../session/login-draft.ts';
import type { SessionState } from '../../session/session-state.ts';
import { ExactField } from '../../ui/exact-field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { useSecondsUntil } from '../../ui/use-now.ts';
import { IdentityNoteText } from './identity-note-text.tsx';
import { LoginActions } from './login-actions.tsx';
import { loginProblemText } from './login-problem-text.ts';

const words = messages.login;

/** A session that waits for a login. */
export interface LoginViewProps {
  readonly device: RememberedDevice;
  readonly session: DeviceSession;
  readonly state: Extract<SessionState, { readonly kind: 'login' }>;
  /** The typed values; they outlive the form if the connection is lost. */
  readonly draft: LoginDraft;
  readonly onDraft: (draft: LoginDraft) => void;
}

/** Asks for user name and password. */
export function LoginView({ device, session, state, draft, onDraft }: LoginViewProps) {
  const { username = state.givenName ?? device.username ?? '', password = '' } = draft;
  const [isSubmitted, setIsSubmitted] = useState(false);
  const waitSeconds = useSecondsUntil(state.problem?.kind === 'wait' ? state.problem.untilMs : 0);
  const userError = checkLoginUser(username, messages.check);
  const passwordError = checkLoginPassword(password, messages.check);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsSubmitted(true);
    if (userError !== undefined || passwordError !== undefined || waitSeconds > 0) return;
    void session.login({ username, password });
  };
  const fieldError = isSubmitted && passwordError !== undefined ? passwordError : undefined;
  const isInviteUsed = state.problem?.kind === 'invite-used';
  const problemAtField = isInviteUsed ? undefined : loginProblemText(state.problem, waitSeconds);
  return (
    <form className="lw-panel" data-testid="login-form" onSubmit={submit} noValidate aria-label={words.title}>
      <h2>{words.titleTo(nameOf(device))}</h2>
      <div className="lw-login-fields">
        {isInviteUsed && <p>{words.inviteUsed}</p>}
        <ExactField
          label={words.user}
          value={username}
          error={isSubmitted ? userError : undefined}
          autoComplete="username"
          onChange={(username) => onDraft({ ...draft, username })}
        />
        <PasswordField
          label={words.password}
          value={password}
          error={fieldError ?? problemAtField}
          autoComplete="current-password"
          onChange={(text) => onDraft({ ...draft, password: text })}
        />
      </div>
      <LoginActions
        submit={words.submit}
        isBusy={state.isBusy}
        isHeld={waitSeconds > 0}
        onSkip={() => session.skipLogin()}
      />
      <IdentityNoteText deviceKey={device.key} />
    </form>
  );
}
