/** @module The name that a device's owner gave it, kept on the device. */

import { EdgeError, type Session } from '@longwire/client';
import { askEachUser, type AskedSession } from '../session/ask-each-user.ts';

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
      const { FriendlyName: name = '' } = await session.iam.getPairing({ signal });
      if (!signal.aborted) note(name.trim() === '' ? undefined : name);
    } catch (error) {
      // A role may not ask, and a connection may be lost: the name that is known stays.
      if (!(error instanceof EdgeError)) throw error;
    }
  });
}
