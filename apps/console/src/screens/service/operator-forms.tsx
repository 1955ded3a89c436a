/** @module Adds an operator, and sets an operator's password. */

import { useState } from 'react';
import { words } from '../../messages/service-messages.ts';
import type { Role } from '../../service/operator-session.ts';
import { ExactField } from '../../ui/exact-field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { useOperator } from './operator-context.tsx';
import { RoleField } from './role-field.tsx';
import { FormDialog } from './service-dialog.tsx';
import { useAction } from './use-loaded.ts';

const texts = words.people;

interface Closing {
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** A new operator, a viewer by default. */
export function AddOperator({ onDone, onClose }: Closing) {
  const { session } = useOperator();
  const action = useAction();
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('viewer');
  const [password, setPassword] = useState('');
  const add = () =>
    action.run(() => session.ask('POST /operators', { body: { name: name.trim(), role, password } }), onDone);
  return (
    <FormDialog
      submit={texts.add}
      isReady={name.trim() !== '' && password !== ''}
      action={action}
      onSubmit={add}
      onClose={onClose}
    >
      <ExactField label={texts.name} value={name} onChange={setName} />
      <RoleField label={texts.role} role={role} onChange={setRole} />
      <NewPassword value={password} onChange={setPassword} />
    </FormDialog>
  );
}

/** A new password for an operator who lost the old one. */
export function SetPassword({ name, onDone, onClose }: Closing & { readonly name: string }) {
  const { session } = useOperator();
  const action = useAction();
  const [password, setPassword] = useState('');
  const set = () =>
    action.run(
      () => session.ask('PUT /operators/{name}/password', { path: { name }, body: { password } }),
      onDone,
    );
  return (
    <FormDialog
      title={texts.setPasswordFor(name)}
      submit={words.save}
      isReady={password !== ''}
      action={action}
      onSubmit={set}
      onClose={onClose}
    >
      <p>{texts.setPasswordHint}</p>
      <NewPassword value={password} onChange={setPassword} />
    </FormDialog>
  );
}

function NewPassword({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  return (
    <PasswordField
      label={texts.newPassword}
      description={texts.nextHint}
      value={value}
      autoComplete="new-password"
      onChange={onChange}
    />
  );
}
