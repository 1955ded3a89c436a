/** @module Looks up a user by name, on a device that cannot list its users. */

import { Button } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { messages } from '../../../messages/messages.ts';
import { usernameProblem } from '../../../people/field-check.ts';
import { ExactField } from '../../../ui/exact-field.tsx';
import { usePeople } from './people-context.tsx';
import { ProblemNote } from './problem-note.tsx';
import { useChange } from './use-change.ts';

const words = messages.people;

/** Callback for the user that was found. */
export interface LookUpFormProps {
  readonly onFound: (username: string) => void;
}

/** A field for the name, and an error if there is no such user. */
export function LookUpForm({ onFound }: LookUpFormProps) {
  const { directory } = usePeople();
  const change = useChange();
  const [name, setName] = useState('');
  const [asked, setAsked] = useState<string>();
  const isUnknown = change.problem?.kind === 'missing';
  const error =
    usernameProblem(name, words.check) ?? (isUnknown ? words.problem.noSuchUser(name) : undefined);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setAsked(name);
    if (usernameProblem(name, words.check) !== undefined) return;
    if ((await change.make(() => directory.lookUp(name))) === undefined) return;
    setName('');
    setAsked(undefined);
    onFound(name);
  };
  return (
    <form
      className="lw-look-up"
      aria-label={words.lookUpTitle}
      onSubmit={(event) => void submit(event)}
      noValidate
    >
      <ExactField
        label={words.lookUpName}
        description={words.lookUpHint}
        value={name}
        // The error belongs to the submitted name.
        error={asked === name && !change.isBusy ? error : undefined}
        onChange={(text) => setName(text.toLowerCase())}
      />
      <Button type="submit" variant="default" loading={change.isBusy}>
        {words.lookUp}
      </Button>
      {!isUnknown && <ProblemNote problem={change.problem} />}
    </form>
  );
}
