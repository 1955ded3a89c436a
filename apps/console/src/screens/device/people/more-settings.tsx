/** @module Rarely changed user settings: connection token, OAuth subject, and notifications. */

import { useId } from 'react';
import { messages } from '../../../messages/messages.ts';
import { displayNameProblem } from '../../../people/field-check.ts';
import { valueOf } from '../../../reading.ts';
import type { Person } from '../../../people/person.ts';
import { usePeople } from './people-context.tsx';
import { ProblemNote } from './problem-note.tsx';
import { TextSetting } from './text-setting.tsx';
import { useChange } from './use-change.ts';
import './more-settings.css';

const words = messages.people;

/** The rest of a user's record. */
export function MoreSettings({ person }: { readonly person: Person }) {
  const { iam } = usePeople();
  const { username } = person;
  return (
    <details className="lw-person-more">
      <summary>{words.more}</summary>
      <div className="lw-person-details">
        <TextSetting
          label={words.sct}
          value={person.sct}
          none={words.sctNone}
          hint={words.sctHint}
          check={displayNameProblem}
          save={(sct) => iam.setSct(username, sct)}
        />
        <TextSetting
          label={words.oauthSubject}
          value={person.oauthSubject}
          none={words.oauthSubjectNone}
          hint={words.oauthSubjectHint}
          check={displayNameProblem}
          save={(subject) => iam.setOauthSubject(username, subject === '' ? null : subject)}
        />
        <Categories person={person} />
      </div>
    </details>
  );
}

function Categories({ person }: { readonly person: Person }) {
  const { iam, state } = usePeople();
  const change = useChange();
  const id = useId();
  const offered = valueOf(state.categories) ?? [];
  const all = [...new Set([...offered, ...person.categories])];
  if (all.length === 0) return null;
  const put = (category: string, isOn: boolean) => {
    const others = person.categories.filter((known) => known !== category);
    const next = isOn ? [...others, category] : others;
    void change.make(() => iam.setNotificationCategories(person.username, next));
  };
  return (
    <fieldset className="lw-categories" aria-busy={change.isBusy}>
      <legend>{words.categories}</legend>
      {all.map((category) => (
        <label key={category} htmlFor={`${id}-${category}`}>
          <input
            id={`${id}-${category}`}
            type="checkbox"
            checked={person.categories.includes(category)}
            disabled={change.isBusy}
            onChange={(event) => put(category, event.currentTarget.checked)}
          />
          {category}
        </label>
      ))}
      <output className="lw-hidden">{change.state.kind === 'done' ? words.saved : ''}</output>
      <ProblemNote problem={change.problem} />
    </fieldset>
  );
}
