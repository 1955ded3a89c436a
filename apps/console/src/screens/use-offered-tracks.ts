/** @module What the device offers, for a view. */

import { useSession } from '@longwire/react';
import { useEffect, useState } from 'react';
import { followOfferedTracks } from '../live/follow-offered-tracks.ts';
import type { OfferedTracks } from '../live/offered-tracks.ts';

/** What the device offers; nothing until it has said so. */
export function useOfferedTracks(): OfferedTracks | undefined {
  const session = useSession();
  const [offered, setOffered] = useState<OfferedTracks>();
  useEffect(() => (session === undefined ? undefined : followOfferedTracks(session, setOffered)), [session]);
  return offered;
}
