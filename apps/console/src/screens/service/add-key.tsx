/** @module Creates an API key: role, lifetime, and its value, shown once. */

import { Button } from '@mantine/core';
import { useState } from 'react';
import { words } from '../../messages/service-messages.ts';
import type { Role } from '../../service/operator-session.ts';
import { ExactField } from '../../ui/exact-field.tsx';
import { ShownOnce } from './issued-token.tsx';
import { daysToMs, FIRST_DAYS, FOREVER, LifetimeField } from './lifetime-field.tsx';
import { useOperator } from './operator-context.tsx';
import { RoleField } from './role-field.tsx';
import { FormDialog } from './service-dialog.tsx';
import { Modal } from '../../ui/modal.tsx';
import { useAction } from './use-loaded.ts';

const texts = words.people;
const tokens = words.token;
const DAYS = [30, 90, 365] as const;

/** Callbacks of the dialog. */
export interface AddKeyProps {
  readonly onMade: () => void;
  readonly onClose: () => void;
}

/** The form, then the value. */
export function AddKey({ onMade, onClose }: AddKeyProps) {
  const { session } = useOperator();
  const action = useAction();
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('viewer');
  const [days, setDays] = useState(FIRST_DAYS);
  const [value, setValue] = useState<string>();
  if (value !== undefined) {
    return (
      <Modal title={texts.keyMade}>
        <p>{tokens.once}</p>
        <ShownOnce label={texts.keyValue} text={value} />
        <div className="lw-actions lw-dialog-actions">
          <Button onClick={onClose}>{tokens.done}</Button>
        </div>
      </Modal>
    );
  }
  const body = { name: name.trim(), role, ...(days === FOREVER ? {} : { lifetimeMs: daysToMs(days) }) };
  const add = () =>
    action.run(
      () => session.ask('POST /keys', { body }),
      (made) => {
        setValue(made.value);
        onMade();
      },
    );
  return (
    <FormDialog
      submit={texts.addKey}
      isReady={body.name !== ''}
      action={action}
      onSubmit={add}
      onClose={onClose}
    >
      <ExactField label={texts.keyName} value={name} onChange={setName} />
      <RoleField label={texts.role} role={role} onChange={setRole} />
      <LifetimeField days={days} offered={DAYS} isEndOptional onChange={setDays} />
    </FormDialog>
  );
}
