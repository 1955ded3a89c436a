/** @module The tracks that the device shows by itself, for a view. */

import { useSession } from '@longwire/react';
import { useEffect, useState } from 'react';
import { FALLBACK_TRACKS, readDefaultTracks, type DefaultTracks } from '../../../live/default-tracks.ts';

/** The tracks; none until the device has said which. */
export function useDefaultTracks(): DefaultTracks | undefined {
  const session = useSession();
  const [tracks, setTracks] = useState<DefaultTracks>();
  useEffect(() => {
    if (session === undefined) return undefined;
    const abort = new AbortController();
    readDefaultTracks(session, abort.signal).then(setTracks, () => {
      // The tracks themselves tell what is the matter.
      if (!abort.signal.aborted) setTracks(FALLBACK_TRACKS);
    });
    return () => abort.abort();
  }, [session]);
  return tracks;
}
