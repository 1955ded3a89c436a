/** @module A sound of the device. */
import { useEffect, useEffectEvent } from 'react';
import type { JSX } from 'react';
import { mediaOf } from '../session/track-desk.ts';
import { useTrack } from '../session/use-track.ts';
import { usePlayback } from './use-playback.ts';

/** What is heard. */
export interface DeviceSoundProps {
  readonly trackId: string;
  /** Silent unless it is false, and then only once the browser allows it. */
  readonly isMuted?: boolean;
  /** The browser allows no sound before a person touches the page: show it as muted. */
  readonly onMutedByBrowser?: (() => void) | undefined;
}

/** Plays a track that there is nothing to see of. */
export function DeviceSound({ trackId, isMuted = true, onMutedByBrowser }: DeviceSoundProps): JSX.Element {
  const { state } = useTrack(trackId);
  const { phase, attach } = usePlayback({ ...mediaOf(state), isWanted: !isMuted, isMuted });
  const tell = useEffectEvent(() => onMutedByBrowser?.());
  useEffect(() => {
    if (phase === 'blocked') tell();
  }, [phase]);
  // What a device hears now has no captions.
  // oxlint-disable-next-line jsx-a11y/media-has-caption
  return <audio ref={attach} />;
}
