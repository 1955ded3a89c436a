/** @module When a person's access ends: chosen, then confirmed. */

import { Button } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { messages } from '../../../messages/messages.ts';
import { chosenEnd, draftOf, hasAccessEnded, type AccessDraft } from '../../../people/access-end.ts';
import type { Person } from '../../../people/person.ts';
import { accessText } from '../../../ui/access-text.ts';
import { focusOnMount } from '../../../ui/focus-on-mount.ts';
import { AccessField } from './access-field.tsx';
import { FormActions } from './form-actions.tsx';
import { usePeople } from './people-context.tsx';
import { ProblemNote } from './problem-note.tsx';
import { useChange } from './use-change.ts';
import './setting.css';

const words = messages.people;

/** The end, with a button that makes it editable. */
export function AccessSetting({ person }: { readonly person: Person }) {
  const { iam } = usePeople();
  const change = useChange();
  const [draft, setDraft] = useState<AccessDraft>();
  const [wasOpen, setWasOpen] = useState(false);
  const [isSubmitted, setIsSubmitted] = useState(false);
  const { accessEnd } = person;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setIsSubmitted(true);
    const end = draft === undefined ? undefined : chosenEnd(draft, Date.now());
    if (end === undefined) return;
    if ((await change.make(() => iam.setAccessEnd(person.username, end))) !== undefined) setDraft(undefined);
  };
  const open = () => {
    setWasOpen(true);
    setIsSubmitted(false);
    setDraft(draftOf(accessEnd));
  };
  if (draft === undefined) {
    return (
      <div className="lw-setting">
        <span className="lw-setting-label">{messages.access.label}</span>
        <span className={hasAccessEnded(accessEnd) ? 'lw-setting-value lw-ended' : 'lw-setting-value'}>
          {accessEnd ? accessText(accessEnd) : messages.access.choices.always}
        </span>
        <Button
          variant="default"
          className="lw-button-quiet"
          ref={wasOpen ? focusOnMount : null}
          aria-label={words.changeOf(messages.access.label)}
          onClick={open}
        >
          {words.change}
        </Button>
        <output className="lw-hidden">{change.state.kind === 'done' ? words.saved : ''}</output>
      </div>
    );
  }
  return (
    <form className="lw-setting-form" onSubmit={(event) => void submit(event)} noValidate>
      <AccessField draft={draft} isSubmitted={isSubmitted} onChange={setDraft} />
      <ProblemNote problem={change.problem} />
      <FormActions submit={words.save} isBusy={change.isBusy} onCancel={() => setDraft(undefined)} />
    </form>
  );
}
