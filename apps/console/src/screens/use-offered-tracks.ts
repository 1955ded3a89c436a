/** @module The tracks the device offers. */

import { useEffect, useState } from 'react';
import type { Session } from '@longwire/client';
import { FALLBACK_TRACKS, readOfferedTracks, type OfferedTracks } from '../live/offered-tracks.ts';

/** The tracks that a session offers; undefined until the device has listed them. They stay while there is no session. */
export function useOfferedTracks(session: Session | undefined): OfferedTracks | undefined {
  const [offered, setOffered] = useState<OfferedTracks>();
  useEffect(() => (session === undefined ? undefined : followOfferedTracks(session, setOffered)), [session]);
  return offered;
}

/**
 * Asks now, again over each new connection, and after each login. If the device lists nothing or an answer is lost, the earlier list stays.
 * Returns a function that stops it.
 */
export function followOfferedTracks(
  session: Pick<Session, 'tracks' | 'on'>,
  onOffered: (offered: OfferedTracks) => void,
): () => void {
  let current = FALLBACK_TRACKS;
  let asking = new AbortController();
  const ask = async (): Promise<void> => {
    asking.abort();
    asking = new AbortController();
    const { signal } = asking;
    // A lost answer is treated like an empty one: the tracks report their own errors.
    const offered = await readOfferedTracks(session.tracks, signal).catch(() => FALLBACK_TRACKS);
    if (signal.aborted) return;
    if (offered !== FALLBACK_TRACKS) current = offered;
    onOffered(current);
  };
  void ask();
  const off = session.on('identitychange', () => void ask());
  return () => {
    off();
    asking.abort();
  };
}
