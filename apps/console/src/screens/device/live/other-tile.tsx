/** @module A track known only by name: shown as a picture until it turns out to be a sound. */

import { useTrack } from '@longwire/react';
import { SoundTile } from './sound-tile.tsx';
import { VideoTile } from './video-tile.tsx';

/** A track that the person added by name. */
export interface OtherTileProps {
  readonly trackId: string;
  readonly number: number;
  readonly onHide: () => void;
}

/** A tile for either kind of track. */
export function OtherTile({ trackId, number, onHide }: OtherTileProps) {
  const { state } = useTrack(trackId);
  const isSound = state.kind === 'live' ? state.track.kind === 'audio' : /audio|sound|mic/iu.test(trackId);
  const rest = { number, title: undefined, lacked: [], talkTrackId: undefined, onHide };
  if (isSound) return <SoundTile trackId={trackId} {...rest} />;
  return <VideoTile view={{ videoTrackId: trackId }} isOnly={false} {...rest} />;
}
