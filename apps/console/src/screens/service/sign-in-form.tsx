/** @module Signs in to the service: initially, and after a session expired. */

import { Button } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { words } from '../../messages/service-messages.ts';
import type { ApiProblem } from '../../service/api/api.ts';
import type { OperatorSession } from '../../service/operator-session.ts';
import { ExactField } from '../../ui/exact-field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { useSecondsUntil } from '../../ui/use-now.ts';
import { ProblemNote } from './problem-note.tsx';

const texts = words.signIn;

/** The session, and the initial user name. */
export interface SignInFormProps {
  readonly session: OperatorSession;
  readonly name?: string;
}

/** User name and password, with the error at its field. */
export function SignInForm({ session, name: known = '' }: SignInFormProps) {
  const [name, setName] = useState(known);
  const [password, setPassword] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [isMissing, setIsMissing] = useState(false);
  const [problem, setProblem] = useState<ApiProblem>();
  const [waitUntilMs, setWaitUntilMs] = useState(0);
  const waitSeconds = useSecondsUntil(waitUntilMs);
  const answered = (found: ApiProblem | undefined): void => {
    setIsBusy(false);
    setProblem(found);
    const seconds = waitOf(found);
    if (seconds > 0) setWaitUntilMs(Date.now() + seconds * 1000);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isIncomplete = name.trim() === '' || password === '';
    setIsMissing(isIncomplete);
    if (isIncomplete || isBusy || waitSeconds > 0) return;
    setIsBusy(true);
    void session.signIn({ name: name.trim(), password }).then(answered);
  };
  const atField = fieldText(problem, waitSeconds);
  return (
    <form className="lw-form" onSubmit={submit} noValidate aria-label={texts.title}>
      <ExactField
        label={texts.user}
        value={name}
        error={isMissing && name.trim() === '' ? texts.needed : undefined}
        autoComplete="username"
        onChange={setName}
      />
      <PasswordField
        label={texts.password}
        value={password}
        error={isMissing && password === '' ? texts.needed : atField}
        autoComplete="current-password"
        data-autofocus={known !== '' || undefined}
        onChange={setPassword}
      />
      <output className="lw-hidden">{fieldText(problem, waitSeconds > 0 ? waitOf(problem) : 0)}</output>
      {atField === undefined && !isThrottle(problem) && <ProblemNote problem={problem} />}
      <div className="lw-actions">
        <Button type="submit" loading={isBusy} disabled={waitSeconds > 0}>
          {texts.submit}
        </Button>
      </div>
    </form>
  );
}

/** The wait the service asked for, in seconds: announced once, while the visible text counts down. */
function waitOf(problem: ApiProblem | undefined): number {
  return problem?.kind === 'refused' ? (problem.retryAfterSeconds ?? 0) : 0;
}

function isThrottle(problem: ApiProblem | undefined): boolean {
  return problem?.kind === 'refused' && problem.code === 'ERR_RATE_LIMITED';
}

function fieldText(problem: ApiProblem | undefined, waitSeconds: number): string | undefined {
  if (waitSeconds > 0) return texts.wait(waitSeconds);
  return problem?.kind === 'refused' && problem.code === 'ERR_INVALID_CREDENTIALS' ? texts.wrong : undefined;
}
