/** @module The remembered people of one device, for its user directory. */

import type { DeviceLibrary } from '../devices/device-library.ts';
import type { RememberedPerson } from '../devices/remembered-person.ts';

/** Remembers people of one device. */
export interface PeopleMemory {
  readonly all: () => readonly RememberedPerson[];
  readonly note: (person: RememberedPerson) => void;
  readonly forget: (username: string) => void;
}

/** Remembers people with their device, in the library. */
export function peopleMemoryOf(
  library: DeviceLibrary,
  key: string,
  reportError: (error: unknown) => void,
): PeopleMemory {
  const all = (): readonly RememberedPerson[] => library.get(key)?.people ?? [];
  return {
    all,
    note: (person) => {
      library.notePerson(key, person).catch(reportError);
    },
    forget: (username) => {
      library.forgetPerson(key, username).catch(reportError);
    },
  };
}
