/** @module Invites a person: name, role, how long, then the pairing link. */

import { Button, TextInput } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useState, useSyncExternalStore, type FormEvent, type RefCallback } from 'react';
import { messages } from '../../../messages/messages.ts';
import { chosenEnd } from '../../../people/access-end.ts';
import { displayNameProblem } from '../../../people/field-check.ts';
import { invitePerson, EMPTY_INVITE, type Invitation, type InviteDraft } from '../../../people/invite.ts';
import { callOf, knowsAccessEnds, type Person } from '../../../people/person.ts';
import { usernameOf } from '../../../people/username-of.ts';
import { valueOf } from '../../../reading.ts';
import { focusOnMount } from '../../../ui/focus-on-mount.ts';
import { AccessField } from './access-field.tsx';
import { InviteLink } from './invite-link.tsx';
import { usePeople } from './people-context.tsx';
import { FormActions } from './form-actions.tsx';
import { ProblemNote } from './problem-note.tsx';
import { RoleField } from './role-field.tsx';
import { useChange } from './use-change.ts';
import { useInvitePlace } from './use-invite-place.ts';

const words = messages.people;

/** The suggested roles, least powerful first. */
const COMMON_ROLES: readonly string[] = ['Guest', 'Standard'];

/** A button that becomes a form, and then the invite. Both are still there after a visit to another tab. */
export function InvitePanel() {
  const { invite } = usePeople().directory;
  const shown = useSyncExternalStore(invite.subscribe, invite.snapshot);
  // The form takes the focus only if it was opened here, not when the person returns to this tab.
  const [hasPressed, setHasPressed] = useState(false);
  const go = (next: InviteDraft | undefined) => {
    setHasPressed(true);
    invite.put(next);
  };
  const focus = hasPressed ? focusOnMount : null;
  if (shown !== undefined && 'link' in shown)
    return <InviteLink invitation={shown} onDone={() => go(undefined)} />;
  if (shown !== undefined)
    return (
      <InviteForm
        focus={focus}
        draft={shown}
        onDraft={(typed) => invite.put(typed)}
        onMade={(invitation) => invite.put(invitation)}
        onCancel={() => go(undefined)}
      />
    );
  return (
    <Button
      ref={focus}
      leftSection={<IconUserPlus size={18} aria-hidden="true" />}
      onClick={() => go(EMPTY_INVITE)}
    >
      {words.invite}
    </Button>
  );
}

interface InviteFormProps {
  /** A ref that focuses the form when it appears. */
  readonly focus: RefCallback<HTMLElement> | null;
  readonly draft: InviteDraft;
  readonly onDraft: (draft: InviteDraft) => void;
  readonly onMade: (invitation: Invitation) => void;
  readonly onCancel: () => void;
}

function InviteForm({ focus, draft, onDraft, onMade, onCancel }: InviteFormProps) {
  const { directory, iam, people, state } = usePeople();
  const place = useInvitePlace();
  const change = useChange();
  const roles = valueOf(state.roles) ?? [];
  const first = COMMON_ROLES.find((role) => roles.includes(role)) ?? '';
  const [isSubmitted, setIsSubmitted] = useState(false);
  const { name, role = first, isRoleTyped = false, access } = draft;
  const called = name.trim();
  const nameError = nameProblem(called, people);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setIsSubmitted(true);
    const accessEnd = chosenEnd(access, Date.now());
    if (nameError !== undefined || accessEnd === undefined || role === '') return;
    const username = usernameOf(
      called,
      people.map((person) => person.username),
    );
    const displayName = called === username ? '' : called;
    const made = await change.make(async () => {
      const invitation = await invitePerson(iam, { username, role, displayName, accessEnd }, place);
      directory.remember({ username, role });
      return invitation;
    });
    if (made !== undefined) onMade(made.value);
  };
  return (
    <form
      className="lw-invite-form"
      aria-label={words.invite}
      onSubmit={(event) => void submit(event)}
      noValidate
    >
      <TextInput
        ref={focus}
        label={words.displayName}
        value={name}
        error={isSubmitted || called !== '' ? nameError : undefined}
        autoComplete="off"
        onChange={(event) => onDraft({ ...draft, name: event.currentTarget.value })}
      />
      <RoleField
        role={role}
        isTyped={isRoleTyped}
        isChosen={role !== ''}
        error={isSubmitted && role === '' ? words.chooseRole : undefined}
        onChange={(chosen, { isTyped }) => onDraft({ ...draft, role: chosen, isRoleTyped: isTyped })}
      />
      {knowsAccessEnds(people) && (
        <AccessField
          draft={access}
          isSubmitted={isSubmitted}
          onChange={(chosen) => onDraft({ ...draft, access: chosen })}
        />
      )}
      <ProblemNote problem={change.problem} missing={words.problem.noRole} />
      <FormActions submit={words.makeInvite} isBusy={change.isBusy} onCancel={onCancel} />
    </form>
  );
}

function nameProblem(name: string, people: readonly Person[]): string | undefined {
  if (name === '') return words.check.name;
  const isTaken = people.some((person) => person.username === name || callOf(person) === name);
  return isTaken ? words.problem.taken : displayNameProblem(name, words.check);
}
