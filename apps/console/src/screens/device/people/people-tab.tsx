/** @module The people who may use the device. */

import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { messages } from '../../../messages/messages.ts';
import { peopleBookOf, type PeopleState } from '../../../people/people-book.ts';
import { valueOf } from '../../../people/people-part.ts';
import { peopleOf } from '../../../people/person.ts';
import { useLiveDevice } from '../device-context.tsx';
import { InvitePanel } from './invite-panel.tsx';
import { PairingCard } from './pairing-card.tsx';
import { PartNote } from './part-note.tsx';
import { PeopleProvider, usePeople, type DevicePeople } from './people-context.tsx';
import { PersonCard } from './person-card.tsx';
import { YouCard } from './you-card.tsx';
import './people-tab.css';

const words = messages.people;

/** Who this browser is, everybody else, and how somebody new comes in. */
export function PeopleTab() {
  const { device, session, state: live } = useLiveDevice();
  const book = peopleBookOf(live.session);
  const read = useSyncExternalStore(book.subscribe, book.snapshot);
  const state = useMemo(() => (live.isBound ? read : withoutMe(read)), [live.isBound, read]);
  const [known, told] = [live.me?.role, valueOf(state.me)?.Role];
  useEffect(() => {
    // Somebody has changed this user's role, and either the session or the book does not know it yet.
    if (told === undefined || told === known) return;
    void session.lookAgain();
    void book.refresh();
  }, [session, book, known, told]);
  const value = useMemo<DevicePeople>(() => {
    const me = valueOf(state.me);
    const people = peopleOf(valueOf(state.users) ?? [], me);
    const self = people.find(({ username }) => username === me?.Username);
    const { iam } = live.session;
    const { invite } = book;
    return { device, session, state, people, self, iam, invite, refresh: () => book.refresh() };
  }, [book, device, live.session, session, state]);
  return (
    <PeopleProvider value={value}>
      <div className="lw-people">
        <div className="lw-people-grid">
          <YouCard />
          <Everybody />
          <PairingCard />
        </div>
      </div>
    </PeopleProvider>
  );
}

/** Over a connection that nothing binds the device's word on who this is would be no fact. */
function withoutMe(state: PeopleState): PeopleState {
  return { ...state, me: { kind: 'value', value: undefined } };
}

function Everybody() {
  const { people, self, state } = usePeople();
  const { users } = state;
  const isDenied = users.kind === 'failed' && users.problem.kind === 'denied';
  const isUnlisted = users.kind === 'value' && users.value.length === 0;
  return (
    <section className="lw-people-card lw-people-all" aria-labelledby="lw-people-all">
      <h2 id="lw-people-all">{words.title}</h2>
      {users.kind === 'value' ? null : <PartNote part={users} missing={words.noUsers} />}
      {isUnlisted && self !== undefined && <p className="lw-soft">{words.noList}</p>}
      {!isDenied && (
        <ul className="lw-people-list">
          {people.map((person) => (
            <PersonCard key={person.username} person={person} />
          ))}
        </ul>
      )}
      {users.kind !== 'waiting' && !isDenied && <InvitePanel />}
    </section>
  );
}
