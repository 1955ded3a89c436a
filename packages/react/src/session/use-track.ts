/** @module Hooks for the tracks of the device. */
import type { ListedTrack, EdgeError, TrackState as WatchedState } from '@longwire/client';
import { useMemo } from 'react';
import { Live } from '../live.ts';
import { useLive } from '../use-live.ts';
import { useSessionSlot } from './device-provider.tsx';
import type { UseReading } from './reading.ts';
import { followSlot, type LiveSlot } from './session-slot.ts';
import { liveValue, type SessionValue } from './session-value.ts';
import { useRead, type Read } from './use-read.ts';

/** The state of a track. Without a session it has no stream. */
export type TrackState =
  | WatchedState
  | ({ readonly stream?: undefined; readonly isAuthenticated: false } & (
      | { readonly kind: 'waiting' }
      /** The options do not allow a session. */
      | { readonly kind: 'failed'; readonly error: EdgeError }
    ));

/** The stream and track for a media element. */
export function mediaOf(state: TrackState): {
  readonly stream: MediaStream | undefined;
  readonly track: MediaStreamTrack | undefined;
} {
  return { stream: state.stream, track: state.kind === 'live' ? state.track : undefined };
}

/** The state of a track, and a function that requests it again. */
export interface UseTrack {
  readonly state: TrackState;
  /** Requests a failed track again. */
  readonly refresh: () => void;
}

const WAITING: TrackState = { kind: 'waiting', isAuthenticated: false };

/**
 * Requests a track from the device and returns its state. It is requested once for all components, and over each later connection
 * while one of them is mounted. Without a track id it requests nothing.
 */
export function useTrack(trackId: string | undefined): UseTrack {
  const slot = useSessionSlot();
  const live = useMemo(() => liveTrack(slot, trackId), [slot, trackId]);
  return { state: useLive(live), refresh: live.restart };
}

const IDS: SessionValue<readonly string[]> = {
  none: [],
  read: ({ tracks }) => tracks.ids,
  listen: ({ tracks }, handleChange) => tracks.on('change', handleChange),
};

/** The ids of all requested tracks, of those that the device sent unrequested, and of those that it only reported. */
export function useTrackIds(): readonly string[] {
  const slot = useSessionSlot();
  return useLive(useMemo(() => liveValue(slot, IDS), [slot]));
}

/** The tracks that the device lists, undefined if it lists none; read again after each change of the login or the connection. */
export function useTracks(): UseReading<readonly ListedTrack[] | undefined> {
  return useRead(listTracks);
}

const listTracks: Read<readonly ListedTrack[] | undefined> = async ({ tracks }, signal) =>
  await tracks.list({ signal });

function liveTrack(slot: LiveSlot, trackId: string | undefined): Live<TrackState> {
  return new Live(WAITING, (put) => {
    if (trackId === undefined) return () => undefined;
    return followSlot(slot, {
      filled: ({ tracks }) => {
        const watched = tracks.watch(trackId);
        const stop = watched.on('change', put);
        put(watched.state);
        return () => {
          stop();
          watched.release();
        };
      },
      failed: (error) => put({ kind: 'failed', error, isAuthenticated: false }),
    });
  });
}
