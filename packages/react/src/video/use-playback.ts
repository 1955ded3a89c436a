/** @module Hook with a player for the media element of a component. */
import { useEffect, useState, useSyncExternalStore } from 'react';
import { Playback, type PlaybackOptions, type PlaybackPhase } from './playback.ts';

/** The phase of playback, and functions for the component. */
export interface UsePlayback {
  readonly phase: PlaybackPhase;
  readonly play: () => void;
  /** The `ref` callback of the element. */
  readonly attach: (media: HTMLMediaElement) => () => void;
}

/** Plays in the element whose ref is `attach`. */
export function usePlayback({
  stream,
  track,
  isWanted,
  isPaused = false,
  isMuted,
}: PlaybackOptions): UsePlayback {
  const [playback] = useState(() => new Playback());
  const phase = useSyncExternalStore(playback.subscribe, playback.snapshot, playback.snapshot);
  useEffect(() => {
    playback.update({ stream, track, isWanted, isPaused, isMuted });
  }, [playback, stream, track, isWanted, isPaused, isMuted]);
  return { phase, play: playback.play, attach: playback.attach };
}
