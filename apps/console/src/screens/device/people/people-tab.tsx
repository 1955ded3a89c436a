/** @module The users of the device. */

import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { withBelievedMe } from '../../../people/believed-me.ts';
import { peopleBookOf } from '../../../people/people-book.ts';
import { peopleMemoryOf } from '../../../people/people-memory.ts';
import { isUnlisted, valueOf } from '../../../people/people-part.ts';
import { peopleOf } from '../../../people/person.ts';
import { useServices } from '../../../services.tsx';
import { useLiveDevice } from '../device-context.tsx';
import { Everybody } from './everybody.tsx';
import { PairingCard } from './pairing-card.tsx';
import { PeopleProvider, type DevicePeople } from './people-context.tsx';
import { YouCard } from './you-card.tsx';
import './people-tab.css';

/** This browser's user, the other users, and how new users join. */
export function PeopleTab() {
  const { device, session, state: live } = useLiveDevice();
  const { library } = useServices();
  const book = peopleBookOf(live.session, peopleMemoryOf(library, device.key, reportError));
  const read = useSyncExternalStore(book.subscribe, book.snapshot);
  const state = useMemo(() => withBelievedMe(read, live), [live, read]);
  const [known, told] = [live.me?.role, live.isBound ? valueOf(read.me)?.Role : undefined];
  useEffect(() => {
    // An administrator changed this user's role, and either the session or the user list is stale.
    if (told === undefined || told === known) return;
    void session.lookAgain();
    void book.refresh();
  }, [session, book, known, told]);
  const value = useMemo<DevicePeople>(() => {
    const me = valueOf(state.me);
    const isWithoutList = isUnlisted(state.users);
    const people = peopleOf(valueOf(isWithoutList ? state.remembered : state.users) ?? [], me);
    const self = people.find(({ username }) => username === me?.Username);
    const { iam } = live.session;
    return { device, session, state, people, isUnlisted: isWithoutList, self, iam, book };
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
