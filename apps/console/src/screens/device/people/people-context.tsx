/** @module What every part of the people's tab works with: what the device says, and how to ask it anew. */

import { createContext, useContext } from 'react';
import type { PeopleBook, PeopleState } from '../../../people/people-book.ts';
import type { Person } from '../../../people/person.ts';
import type { Session } from '../../../wire.ts';
import type { LiveDevice } from '../device-context.tsx';

/** The people of one connected device. */
export interface DevicePeople extends Pick<LiveDevice, 'device' | 'session'> {
  readonly state: PeopleState;
  readonly people: readonly Person[];
  /** The device cannot list its people: there may be others. */
  readonly isUnlisted: boolean;
  /** This browser's user. */
  readonly self: Person | undefined;
  readonly iam: Session['iam'];
  /** Reads everything, and remembers users whom the device does not list. */
  readonly book: PeopleBook;
}

const PeopleContext = createContext<DevicePeople | undefined>(undefined);

/** Gives the parts of the tab what they work with. */
export const PeopleProvider = PeopleContext.Provider;

/** The people of the connected device. @throws Error outside of the tab */
export function usePeople(): DevicePeople {
  const people = useContext(PeopleContext);
  if (people === undefined) throw new Error('a PeopleProvider is expected above this component');
  return people;
}
