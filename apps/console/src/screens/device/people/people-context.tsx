/** @module The shared state of the People tab: the device's answers, and how to reload them. */

import type { Session } from '@longwire/client';
import type { UserDirectory, PeopleState } from '../../../people/user-directory.ts';
import type { Person } from '../../../people/person.ts';
import { requiredContext } from '../../../ui/required-context.ts';
import type { LiveDevice } from '../device-context.tsx';

/** The users of one connected device. */
export interface DevicePeople extends Pick<LiveDevice, 'device' | 'session'> {
  readonly state: PeopleState;
  readonly people: readonly Person[];
  /** The device cannot list its users, so there may be others. */
  readonly isUnlisted: boolean;
  /** This browser's user. */
  readonly self: Person | undefined;
  readonly iam: Session['iam'];
  /** Reads everything, and remembers users whom the device does not list. */
  readonly directory: UserDirectory;
}

/** Provides the shared state to the parts of the tab. */
export const [PeopleProvider, usePeople] = requiredContext<DevicePeople>('People');
