/** @module The role of somebody: chosen from those that the device has, taken when it is confirmed. */

import { NativeSelect, TextInput } from '@mantine/core';
import { useRef, useState, type FormEvent } from 'react';
import { messages } from '../../../messages/messages.ts';
import { valueOf } from '../../../people/people-part.ts';
import { isLastAdministrator, type Person } from '../../../people/person.ts';
import { usePeople } from './people-context.tsx';
import { FormActions } from './form-actions.tsx';
import { ProblemNote } from './problem-note.tsx';
import { useChange } from './use-change.ts';
import './setting.css';

const words = messages.people;

/** The role, and the button that takes it. */
export function RoleSetting({ person }: { readonly person: Person }) {
  const { iam, people, session, self } = usePeople();
  const change = useChange();
  const [draft, setDraft] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const role = draft ?? person.role ?? '';
  const isChanged = draft !== undefined && draft !== (person.role ?? '') && draft !== '';
  const settle = () => {
    setDraft(undefined);
    // The buttons go: the keyboard stays with the role.
    form.current?.querySelector<HTMLElement>('select, input')?.focus();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!isChanged) return;
    if ((await change.make(() => iam.setRole(person.username, draft))) === undefined) return;
    settle();
    if (person.username === self?.username) await session.lookAgain();
  };
  return (
    <form ref={form} className="lw-setting-form" onSubmit={(event) => void submit(event)} noValidate>
      <RoleField
        value={role}
        onChange={setDraft}
        isChosen={person.role !== undefined || draft !== undefined}
      />
      {isChanged && isLastAdministrator(people, person) && (
        <p className="lw-people-warning">{words.lastAdmin}</p>
      )}
      <ProblemNote problem={change.problem} />
      <output className="lw-hidden">{change.state.kind === 'done' ? words.saved : ''}</output>
      {isChanged && <FormActions submit={words.giveRole(role)} isBusy={change.isBusy} onCancel={settle} />}
    </form>
  );
}

/** What a role field shows and tells. */
export interface RoleFieldProps {
  readonly value: string;
  /** Whether there is a role; where there is none a choice says so. */
  readonly isChosen: boolean;
  readonly error?: string | undefined;
  readonly onChange: (role: string) => void;
}

/** A choice of the device's roles; a field to type one where the device does not list them. */
export function RoleField({ value, isChosen, error, onChange }: RoleFieldProps) {
  const { state } = usePeople();
  const roles = valueOf(state.roles) ?? [];
  const isWaiting = state.roles.kind === 'waiting';
  if (roles.length === 0 && !isWaiting) {
    return (
      <TextInput
        label={words.role}
        description={words.rolesUnknown}
        value={value}
        error={error}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  }
  const known = value === '' || roles.includes(value) ? roles : [value, ...roles];
  return (
    <NativeSelect
      label={words.role}
      description={isWaiting ? words.rolesWaiting : words.roleHint(value)}
      disabled={isWaiting}
      value={value}
      error={error}
      data={[...(isChosen ? [] : [{ value: '', label: words.noRole }]), ...known]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
