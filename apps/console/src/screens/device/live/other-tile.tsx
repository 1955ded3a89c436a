/** @module A track of which only the name is known: a picture, unless it turns out to be a sound. */

import { useTrack } from '@longwire/react';
import { SoundTile } from './sound-tile.tsx';
import { VideoTile } from './video-tile.tsx';

/** A tile for whatever comes. */
export function OtherTile({ trackId }: { readonly trackId: string }) {
  const { state } = useTrack(trackId);
  const isSound = state.kind === 'live' ? state.track.kind === 'audio' : /audio|sound|mic/iu.test(trackId);
  if (isSound) return <SoundTile trackId={trackId} talkTrackId={undefined} />;
  return <VideoTile view={{ videoTrackId: trackId }} isOnly={false} talkTrackId={undefined} />;
}
