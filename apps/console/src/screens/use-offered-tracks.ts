/** @module The tracks the device offers. */

import { useEffect, useState } from 'react';
import type { Session } from '@longwire/client';
import { askEachUser, type AskedSession } from '../session/ask-each-user.ts';
import { FALLBACK_TRACKS, readOfferedTracks, type OfferedTracks } from '../live/offered-tracks.ts';

/** The tracks that a session offers; undefined until the device has listed them. They stay while there is no session. */
export function useOfferedTracks(session: Session | undefined): OfferedTracks | undefined {
  const [offered, setOffered] = useState<OfferedTracks>();
  useEffect(() => (session === undefined ? undefined : followOfferedTracks(session, setOffered)), [session]);
  return offered;
}

/** If the device lists nothing or an answer is lost, the earlier list stays. Returns a function that stops it. */
export function followOfferedTracks(
  session: AskedSession & Pick<Session, 'tracks'>,
  onOffered: (offered: OfferedTracks) => void,
): () => void {
  let current = FALLBACK_TRACKS;
  return askEachUser(session, async (signal) => {
    // A lost answer is treated like an empty one: the tracks report their own errors.
    const offered = await readOfferedTracks(session.tracks, signal).catch(() => FALLBACK_TRACKS);
    if (signal.aborted) return;
    if (offered !== FALLBACK_TRACKS) current = offered;
    onOffered(current);
  });
}
