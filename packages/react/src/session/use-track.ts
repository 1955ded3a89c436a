/** @module Hooks for the tracks of the device. */
import { useMemo } from 'react';
import { Live } from '../live.ts';
import { useLive } from '../use-live.ts';
import { useSessionSlot } from './device-provider.tsx';
import { followSlot, type LiveSlot } from './session-slot.ts';
import type { TrackState } from './track-store.ts';

/** The state of a track, and a function that requests it again. */
export interface UseTrack {
  readonly state: TrackState;
  /** Requests a failed track again. */
  readonly refresh: () => void;
}

const WAITING: TrackState = { kind: 'waiting', isAuthenticated: false };

/**
 * Requests a track from the device and returns its state. It is requested once for all components and stays until the session ends,
 * because devices cannot stop a track. `dropTrack` of the session stops it in this browser; later connections do not request it.
 * Without a track id it requests nothing.
 */
export function useTrack(trackId: string | undefined): UseTrack {
  const slot = useSessionSlot();
  const live = useMemo(() => liveTrack(slot, trackId), [slot, trackId]);
  return { state: useLive(live), refresh: live.restart };
}

const NONE: readonly string[] = [];

/** The ids of all requested tracks, of those that the device sent unrequested, and of those that it only listed. */
export function useTrackIds(): readonly string[] {
  const slot = useSessionSlot();
  return useLive(useMemo(() => liveTrackIds(slot), [slot]));
}

function liveTrackIds(slot: LiveSlot): Live<readonly string[]> {
  return new Live(NONE, (put) =>
    followSlot(slot, {
      filled: (_session, tracks) => {
        const look = (): void => put(tracks.trackIds);
        look();
        return tracks.subscribe(look);
      },
      failed: () => undefined,
    }),
  );
}

function liveTrack(slot: LiveSlot, trackId: string | undefined): Live<TrackState> {
  return new Live(WAITING, (put) => {
    if (trackId === undefined) return () => undefined;
    return followSlot(slot, {
      filled: (_session, tracks) => {
        const look = (): void => put(tracks.stateOf(trackId));
        const stop = tracks.subscribe(look);
        tracks.want(trackId);
        look();
        return stop;
      },
      failed: (error) => put({ kind: 'failed', error, isAuthenticated: false }),
    });
  });
}
