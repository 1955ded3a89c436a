/** @module The tracks the device offers. */

import { useSession } from '@longwire/react';
import { useEffect, useState } from 'react';
import { followOfferedTracks } from '../live/follow-offered-tracks.ts';
import type { OfferedTracks } from '../live/offered-tracks.ts';

/** The offered tracks; undefined until the device has listed them. */
export function useOfferedTracks(): OfferedTracks | undefined {
  const session = useSession();
  const [offered, setOffered] = useState<OfferedTracks>();
  useEffect(() => (session === undefined ? undefined : followOfferedTracks(session, setOffered)), [session]);
  return offered;
}
