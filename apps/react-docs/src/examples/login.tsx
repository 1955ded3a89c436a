/** @module A login form: the provider mounts after the form is sent. */
import type { Credentials, SessionOptions } from '@longwire/client';
import { DeviceProvider, useMe, useSessionState } from '@longwire/react';
import { useState } from 'react';

export function Login({ options }: { options: SessionOptions }) {
  const [credentials, setCredentials] = useState<Credentials>();
  if (credentials === undefined) return <LoginForm onSubmit={setCredentials} />;
  return (
    <DeviceProvider options={{ ...options, login: (connection) => connection.authenticate(credentials) }}>
      <Who />
      <button onClick={() => setCredentials(undefined)}>Log in as another user</button>
    </DeviceProvider>
  );
}

function LoginForm({ onSubmit }: { onSubmit: (credentials: Credentials) => void }) {
  const submit = (form: FormData) => {
    const [username, password] = [form.get('username'), form.get('password')];
    if (typeof username === 'string' && typeof password === 'string') onSubmit({ username, password });
  };
  return (
    <form action={submit}>
      <label>
        User <input name="username" autoComplete="username" required />
      </label>
      <label>
        Password <input name="password" type="password" autoComplete="current-password" required />
      </label>
      <button>Log in</button>
    </form>
  );
}

function Who() {
  const { kind, reason } = useSessionState();
  const { state } = useMe();
  if (kind === 'ended') return <p role="alert">Refused: {reason?.code}</p>;
  if (state.kind === 'value') return <p>Hello, {state.value?.Username ?? 'guest'}</p>;
  return <p>{state.kind === 'failed' ? state.error.code : 'Logging in …'}</p>;
}
