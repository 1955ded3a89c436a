/** @module What the device offers, for a view. */

import { useSession } from '@longwire/react';
import { useEffect, useState } from 'react';
import { FALLBACK_TRACKS, readOfferedTracks, type OfferedTracks } from '../live/offered-tracks.ts';

/** What the device offers; nothing until it has said so. */
export function useOfferedTracks(): OfferedTracks | undefined {
  const session = useSession();
  const [offered, setOffered] = useState<OfferedTracks>();
  useEffect(() => {
    if (session === undefined) return undefined;
    const abort = new AbortController();
    readOfferedTracks(session, abort.signal).then(setOffered, () => {
      // The tracks themselves tell what is the matter.
      if (!abort.signal.aborted) setOffered(FALLBACK_TRACKS);
    });
    return () => abort.abort();
  }, [session]);
  return offered;
}
