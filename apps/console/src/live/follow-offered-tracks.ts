/** @module What a device offers, asked for again whenever its answer may have become another. */

import type { Session } from '../wire.ts';
import { FALLBACK_TRACKS, readOfferedTracks, type OfferedTracks } from './offered-tracks.ts';

/**
 * Asks now, and again over each new connection and after each login. Where the device says nothing, or an answer is lost, what was known
 * stays. The answer ends it.
 */
export function followOfferedTracks(
  session: Pick<Session, 'request' | 'on'>,
  onOffered: (offered: OfferedTracks) => void,
): () => void {
  let known = FALLBACK_TRACKS;
  let asking = new AbortController();
  const ask = async (): Promise<void> => {
    asking.abort();
    asking = new AbortController();
    const { signal } = asking;
    // One that is lost says no more than one that says nothing: the tracks themselves tell what is the matter.
    const offered = await readOfferedTracks(session, signal).catch(() => FALLBACK_TRACKS);
    if (signal.aborted) return;
    if (offered !== FALLBACK_TRACKS) known = offered;
    onOffered(known);
  };
  void ask();
  const off = session.on('identitychange', () => void ask());
  return () => {
    off();
    asking.abort();
  };
}
