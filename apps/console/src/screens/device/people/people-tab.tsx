/** @module The users of the device. */

import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { withConfirmedUser, userDirectoryOf } from '../../../people/user-directory.ts';
import { peopleMemoryOf } from '../../../people/people-memory.ts';
import { isUnlisted } from '../../../people/people-reading.ts';
import { valueOf } from '../../../reading.ts';
import { peopleOf } from '../../../people/person.ts';
import { useServices } from '../../../services.tsx';
import { useLiveDevice } from '../device-context.tsx';
import { UserList } from './user-list.tsx';
import { PairingCard } from './pairing-card.tsx';
import { PeopleProvider, type DevicePeople } from './people-context.tsx';
import { AccountCard } from './account-card.tsx';
import './people-tab.css';

/** This browser's user, the other users, and how new users join. */
export function PeopleTab() {
  const { device, session, state: live } = useLiveDevice();
  const { library } = useServices();
  const directory = userDirectoryOf(live.session, peopleMemoryOf(library, device.key, reportError));
  const read = useSyncExternalStore(directory.subscribe, directory.snapshot);
  const state = useMemo(() => withConfirmedUser(read, live), [live, read]);
  const [sessionRole, listedRole] = [live.me?.role, live.isBound ? valueOf(read.me)?.Role : undefined];
  useEffect(() => {
    // An administrator changed this user's role, and either the session or the user list is stale.
    if (listedRole === undefined || listedRole === sessionRole) return;
    void session.refreshUser();
    void directory.refresh();
  }, [session, directory, sessionRole, listedRole]);
  const value = useMemo<DevicePeople>(() => {
    const me = valueOf(state.me);
    const isWithoutList = isUnlisted(state.users);
    const people = peopleOf(valueOf(isWithoutList ? state.remembered : state.users) ?? [], me);
    const self = people.find(({ username }) => username === me?.Username);
    const { iam } = live.session;
    return { device, session, state, people, isUnlisted: isWithoutList, self, iam, directory };
  }, [directory, device, live.session, session, state]);
  return (
    <PeopleProvider value={value}>
      <div className="lw-people">
        <div className="lw-people-grid">
          <AccountCard />
          <UserList />
          <PairingCard />
        </div>
      </div>
    </PeopleProvider>
  );
}
