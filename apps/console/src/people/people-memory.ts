/** @module The people of one device that this browser remembers, as its list of people uses them. */

import type { DeviceLibrary } from '../devices/device-library.ts';
import type { RememberedPerson } from '../devices/remembered-person.ts';

/** Remembers people of one device. */
export interface PeopleMemory {
  readonly all: () => readonly RememberedPerson[];
  readonly note: (person: RememberedPerson) => void;
  readonly forget: (username: string) => void;
}

/** Keeps them with the device, in the library. */
export function peopleMemoryOf(
  library: DeviceLibrary,
  key: string,
  reportError: (error: unknown) => void,
): PeopleMemory {
  const all = (): readonly RememberedPerson[] =>
    library.snapshot().find((device) => device.key === key)?.people ?? [];
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
