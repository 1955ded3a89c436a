/** @module Inviting somebody: their name, their role, and then the link that is theirs. */

import { Button, TextInput } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useState, type FormEvent } from 'react';
import { assertNever } from '../../../assert-never.ts';
import { messages } from '../../../messages/messages.ts';
import { displayNameProblem, usernameProblem } from '../../../people/field-check.ts';
import { invitePerson, type Invitation } from '../../../people/invite.ts';
import { valueOf } from '../../../people/people-part.ts';
import { ExactField } from '../../../ui/exact-field.tsx';
import { focusAtOnce } from '../../../ui/focus-at-once.ts';
import { InviteLink } from './invite-link.tsx';
import { usePeople } from './people-context.tsx';
import { FormActions } from './form-actions.tsx';
import { ProblemNote } from './problem-note.tsx';
import { RoleField } from './role-setting.tsx';
import { useChange } from './use-change.ts';
import { useInvitePlace } from './use-invite-place.ts';
import './invite-panel.css';

const words = messages.people;

/** The roles that are offered first, the least first. */
const COMMON_ROLES: readonly string[] = ['Guest', 'Standard'];

type View =
  | { readonly kind: 'closed'; readonly wasOpen: boolean }
  | { readonly kind: 'form' }
  | { readonly kind: 'made'; readonly invitation: Invitation };

/** A button that becomes a form, and then the invitation. */
export function InvitePanel() {
  const [view, setView] = useState<View>({ kind: 'closed', wasOpen: false });
  const close = () => setView({ kind: 'closed', wasOpen: true });
  switch (view.kind) {
    case 'made':
      return <InviteLink invitation={view.invitation} onDone={close} />;
    case 'form':
      return <InviteForm onMade={(invitation) => setView({ kind: 'made', invitation })} onCancel={close} />;
    case 'closed':
      return (
        <Button
          ref={view.wasOpen ? focusAtOnce : null}
          leftSection={<IconUserPlus size={18} aria-hidden="true" />}
          onClick={() => setView({ kind: 'form' })}
        >
          {words.invite}
        </Button>
      );
    default:
      return assertNever(view);
  }
}

interface InviteFormProps {
  readonly onMade: (invitation: Invitation) => void;
  readonly onCancel: () => void;
}

function InviteForm({ onMade, onCancel }: InviteFormProps) {
  const { iam, people, state } = usePeople();
  const place = useInvitePlace();
  const change = useChange();
  const roles = valueOf(state.roles) ?? [];
  const first = COMMON_ROLES.find((role) => roles.includes(role)) ?? '';
  const [username, setUsername] = useState('');
  const [displayName, setDisplayName] = useState('');
  const [chosen, setChosen] = useState<string>();
  const [isSubmitted, setIsSubmitted] = useState(false);
  const role = chosen ?? first;
  const isTaken = people.some((person) => person.username === username);
  const nameError = usernameProblem(username, words.check) ?? (isTaken ? words.problem.taken : undefined);
  const displayError = displayNameProblem(displayName, words.check);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setIsSubmitted(true);
    if (nameError !== undefined || displayError !== undefined || role === '') return;
    const made = await change.make(() =>
      invitePerson(iam, { username, role, displayName: displayName.trim() }, place),
    );
    if (made !== undefined) onMade(made.value);
  };
  return (
    <form
      className="lw-invite-form"
      aria-label={words.invite}
      onSubmit={(event) => void submit(event)}
      noValidate
    >
      <h3>{words.invite}</h3>
      <ExactField
        ref={focusAtOnce}
        label={words.username}
        description={words.usernameHint}
        value={username}
        error={isSubmitted || isTaken ? nameError : undefined}
        onChange={(text) => setUsername(text.toLowerCase())}
      />
      <TextInput
        label={words.displayName}
        description={words.displayNameHint}
        value={displayName}
        error={displayError}
        autoComplete="off"
        onChange={(event) => setDisplayName(event.currentTarget.value)}
      />
      <RoleField value={role} isChosen={role !== ''} onChange={setChosen} />
      {isSubmitted && role === '' && <p className="lw-people-warning">{words.chooseRole}</p>}
      <ProblemNote problem={change.problem} />
      <FormActions submit={words.makeInvite} isBusy={change.isBusy} onCancel={onCancel} />
    </form>
  );
}
