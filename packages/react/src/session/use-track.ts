/** @module The tracks of the device. */
import { useMemo } from 'react';
import { Live } from '../live.ts';
import { useLive } from '../use-live.ts';
import { useSeat } from './device-provider.tsx';
import { followSeat, type LiveSeat } from './seat.ts';
import type { TrackState } from './track-desk.ts';

/** A track, and how to ask for it once more. */
export interface UseTrack {
  readonly state: TrackState;
  /** Asks the device again for a track that it could not give. */
  readonly refresh: () => void;
}

const WAITING: TrackState = { kind: 'waiting', isAuthenticated: false };

/**
 * Asks the device for a track, and tells where it stands. It is asked for once, however many want it, and stays for as long as the
 * session does: no device can be told to stop. `dropTrack` of the session ends it in this browser; from the next connection on it is
 * not asked for. Without a track id nothing is asked for.
 */
export function useTrack(trackId: string | undefined): UseTrack {
  const seat = useSeat();
  const live = useMemo(() => liveTrack(seat, trackId), [seat, trackId]);
  return { state: useLive(live), refresh: live.restart };
}

const NONE: readonly string[] = [];

/** The ids of all tracks that were asked for, that the device sent by itself, or that it named without giving them. */
export function useTrackIds(): readonly string[] {
  const seat = useSeat();
  return useLive(useMemo(() => liveTrackIds(seat), [seat]));
}

function liveTrackIds(seat: LiveSeat): Live<readonly string[]> {
  return new Live(NONE, (put) =>
    followSeat(seat, {
      taken: (_session, tracks) => {
        const look = (): void => put(tracks.trackIds);
        look();
        return tracks.subscribe(look);
      },
      refused: () => undefined,
    }),
  );
}

function liveTrack(seat: LiveSeat, trackId: string | undefined): Live<TrackState> {
  return new Live(WAITING, (put) => {
    if (trackId === undefined) return () => undefined;
    return followSeat(seat, {
      taken: (_session, tracks) => {
        const look = (): void => put(tracks.stateOf(trackId));
        const stop = tracks.subscribe(look);
        tracks.want(trackId);
        look();
        return stop;
      },
      refused: (error) => put({ kind: 'failed', error, isAuthenticated: false }),
    });
  });
}
