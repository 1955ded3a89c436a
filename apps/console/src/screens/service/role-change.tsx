/** @module An operator's role: chosen, then confirmed. */

import { Button } from '@mantine/core';
import { useRef, useState, type FormEvent } from 'react';
import { messages } from '../../messages/messages.ts';
import { words } from '../../messages/service-messages.ts';
import type { Role } from '../../service/operator-session.ts';
import { useOperator } from './operator-context.tsx';
import { ProblemNote } from './problem-note.tsx';
import { RoleField } from './role-field.tsx';
import { useAction } from './use-loaded.ts';

const texts = words.people;

/** The operator. */
export interface RoleChangeProps {
  readonly name: string;
  readonly role: Role;
  readonly isDisabled: boolean;
  /** Reloads the role after it changed. */
  readonly onGiven: () => Promise<void>;
}

/** The role, and a button that applies another one: moving through the options by arrow keys changes nothing. */
export function RoleChange({ name, role, isDisabled, onGiven }: RoleChangeProps) {
  const { session } = useOperator();
  const giving = useAction();
  const [draft, setDraft] = useState<Role>();
  const form = useRef<HTMLFormElement>(null);
  const chosen = draft ?? role;
  const settle = () => {
    giving.clear();
    setDraft(undefined);
    // The buttons disappear, so the focus moves to the role.
    form.current?.querySelector('select')?.focus();
  };
  const give = (event: FormEvent) => {
    event.preventDefault();
    if (chosen === role || giving.isBusy) return;
    giving.run(
      () => session.ask('PATCH /operators/{name}', { path: { name }, body: { role: chosen } }),
      () => void onGiven().then(settle),
    );
  };
  const submit = texts.giveRole(words.roles[chosen]);
  return (
    <form ref={form} className="lw-role-change" onSubmit={give} noValidate>
      <RoleField
        label={texts.roleOf(name)}
        isLabelHidden
        role={chosen}
        isDisabled={isDisabled || giving.isBusy}
        onChange={setDraft}
      />
      <ProblemNote problem={giving.problem} />
      {chosen !== role && (
        <div className="lw-actions">
          <Button size="sm" type="submit" loading={giving.isBusy} aria-label={texts.rowAction(submit, name)}>
            {submit}
          </Button>
          <Button
            size="sm"
            variant="default"
            disabled={giving.isBusy}
            aria-label={texts.rowAction(messages.common.cancel, name)}
            onClick={settle}
          >
            {messages.common.cancel}
          </Button>
        </div>
      )}
    </form>
  );
}
