/** @module Component that plays an audio track of the device. */
import { useEffect, useEffectEvent } from 'react';
import type { JSX } from 'react';
import { mediaOf, useTrack } from '../session/use-track.ts';
import { usePlayback } from './use-playback.ts';

/** Props of {@link DeviceSound}. */
export interface DeviceSoundProps {
  readonly trackId: string;
  /** True by default; false plays the sound once the browser allows it. */
  readonly isMuted?: boolean | undefined;
  /** Called when the browser blocks sound until the person interacts with the page: show it as muted. */
  readonly onMutedByBrowser?: (() => void) | undefined;
}

/** Plays an audio track. */
export function DeviceSound({ trackId, isMuted = true, onMutedByBrowser }: DeviceSoundProps): JSX.Element {
  const { state } = useTrack(trackId);
  const { phase, attach } = usePlayback({ ...mediaOf(state), isWanted: !isMuted, isMuted });
  const reportBlocked = useEffectEvent(() => onMutedByBrowser?.());
  useEffect(() => {
    if (phase === 'blocked') reportBlocked();
  }, [phase]);
  // Live sound has no captions.
  // oxlint-disable-next-line jsx-a11y/media-has-caption
  return <audio ref={attach} />;
}
