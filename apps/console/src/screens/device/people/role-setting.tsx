/** @module A user's role: chosen, then confirmed. */

import { useRef, useState, type FormEvent } from 'react';
import { messages } from '../../../messages/messages.ts';
import { isLastAdministrator, type Person } from '../../../people/person.ts';
import { usePeople } from './people-context.tsx';
import { FormActions } from './form-actions.tsx';
import { RoleField } from './role-field.tsx';
import { ProblemNote } from './problem-note.tsx';
import { useChange } from './use-change.ts';
import './setting.css';

const words = messages.people;

/** The role, and the button that applies it. */
export function RoleSetting({ person }: { readonly person: Person }) {
  const { iam, isUnlisted, people, session, self } = usePeople();
  const change = useChange();
  const [draft, setDraft] = useState<{ readonly role: string; readonly isTyped: boolean }>();
  const form = useRef<HTMLFormElement>(null);
  const { role, isTyped } = draft ?? { role: person.role ?? '', isTyped: false };
  const isChanged = role !== (person.role ?? '') && role !== '';
  const settle = () => {
    setDraft(undefined);
    // The buttons disappear, so the focus moves to the role.
    form.current?.querySelector<HTMLElement>('select, input')?.focus();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!isChanged) return;
    if ((await change.make(() => iam.setRole(person.username, role))) === undefined) return;
    settle();
    if (person.username === self?.username) await session.refreshUser();
  };
  return (
    <form ref={form} className="lw-setting-form" onSubmit={(event) => void submit(event)} noValidate>
      <RoleField
        hint={words.roleHint(role)}
        role={role}
        isTyped={isTyped}
        onChange={(chosen, how) => setDraft({ role: chosen, ...how })}
        isChosen={person.role !== undefined || draft !== undefined}
      />
      {isChanged && !isUnlisted && isLastAdministrator(people, person) && (
        <p className="lw-people-warning">{words.lastAdmin}</p>
      )}
      <ProblemNote problem={change.problem} missing={words.problem.noRoleOrPerson} />
      <output className="lw-hidden">{change.state.kind === 'done' ? words.saved : ''}</output>
      {isChanged && <FormActions submit={words.giveRole(role)} isBusy={change.isBusy} onCancel={settle} />}
    </form>
  );
}
