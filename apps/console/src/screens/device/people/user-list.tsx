/** @module The users of the device. */

import { useState } from 'react';
import { messages } from '../../../messages/messages.ts';
import { InvitePanel } from './invite-panel.tsx';
import { LookUpForm } from './look-up-form.tsx';
import { ReadingNote } from './reading-note.tsx';
import { usePeople } from './people-context.tsx';
import { PersonCard } from './person-card.tsx';

const words = messages.people;

/** The device's list; if it has none, the users remembered here and a field to look up others. */
export function UserList() {
  const { isUnlisted, people, state } = usePeople();
  const [found, setFound] = useState<string>();
  const { users } = state;
  const isDenied = users.kind === 'failed' && users.error.kind === 'denied';
  return (
    <section className="lw-surface lw-people-card lw-people-all" aria-labelledby="lw-people-all">
      <h2 id="lw-people-all">{words.title}</h2>
      {isUnlisted ? (
        <p className="lw-soft">{words.unlisted}</p>
      ) : (
        <ReadingNote reading={users} missing={words.unlisted} />
      )}
      {!isDenied && (
        <ul className="lw-people-list">
          {people.map((person) => (
            <PersonCard
              // The new key opens the card of a user who was looked up, even if it was already listed.
              key={person.username === found ? `found ${found}` : person.username}
              person={person}
              isFound={person.username === found}
            />
          ))}
        </ul>
      )}
      {isUnlisted && (
        <output className="lw-soft lw-people-gone">
          {state.gone.length === 0 ? '' : words.gone(state.gone)}
        </output>
      )}
      {users.kind !== 'waiting' && !isDenied && <InvitePanel />}
      {isUnlisted && <LookUpForm onFound={setFound} />}
    </section>
  );
}
