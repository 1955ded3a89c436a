/** @module The user of this browser, from the device's record. */

import type { User } from '@longwire/client';
import { accessEndOf, type AccessEnd } from '../people/access-end.ts';

/** The user of this browser on the device. */
export interface Me {
  readonly username: string;
  readonly role: string | undefined;
  /** Missing unless access ends. */
  readonly accessEnd?: AccessEnd;
}

/** Reads the record. */
export function meOf(user: User): Me {
  const end = accessEndOf(user);
  const me = { username: user.Username, role: user.Role };
  return end === null || end === undefined ? me : { ...me, accessEnd: end };
}

/** Whether a screen shows the same for both: the time that is left passes anyway, until none is. */
export function isSameMe(one: Me | undefined, other: Me | undefined): boolean {
  return (
    one?.username === other?.username &&
    one?.role === other?.role &&
    one?.accessEnd?.atMs === other?.accessEnd?.atMs &&
    (one?.accessEnd?.leftMs === 0) === (other?.accessEnd?.leftMs === 0)
  );
}
