/** @module The name that a device's owner gave it, kept on the device. */

import { EdgeError, type Session } from '@longwire/client';
import { askEachUser, type AskedSession } from '../session/ask-each-user.ts';

/** Longest name that is taken, in UTF-16 units. Reason: a device stores 64 bytes; a hostile one may send more. */
const MAX_NAME_LENGTH = 64;

/** The part of a session that it needs. */
export type GivenNameSession = AskedSession & {
  readonly iam: Pick<Session['iam'], 'getPairing'>;
};

/** Passes on the name, or undefined if it has none; nothing without an answer. Returns a function that stops it. */
export function followGivenName(
  session: GivenNameSession,
  note: (name: string | undefined) => void,
): () => void {
  return askEachUser(session, async (signal) => {
    try {
      const { FriendlyName = '' } = await session.iam.getPairing({ signal });
      const name = FriendlyName.slice(0, MAX_NAME_LENGTH).trim();
      if (!signal.aborted) note(name === '' ? undefined : name);
    } catch (error) {
      // A role may not ask, and a connection may be lost: the name that is known stays.
      if (!(error instanceof EdgeError)) throw error;
    }
  });
}
