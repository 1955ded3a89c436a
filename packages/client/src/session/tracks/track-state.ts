/** @module The state of a track, from what is known about it and about its session. */
import type { EdgeError } from '@longwire/protocol';
import type { TrackState } from './session-tracks.ts';

/** What is known about one track. */
export interface KnownTrack {
  readonly stream: MediaStream;
  readonly track?: MediaStreamTrack | undefined;
  /** Whether the connection of `track` is lost, so that it waits for the next one. */
  readonly isLost?: boolean;
  /** Why the request failed, or what the device reported. */
  readonly error?: EdgeError | undefined;
  /** Whether the latest report came from the device; undefined before the first. */
  readonly isAuthenticated?: boolean;
}

/** What a session says about all of its tracks. */
export interface SessionStatus {
  /** Why no track can arrive any more. */
  readonly ended?: EdgeError | undefined;
  readonly isReady: boolean;
  /** Whether only the device can be the source of the next report. */
  readonly isTrusted: boolean;
}

/** The state of a track in a session. */
export function trackStateOf(known: KnownTrack, { ended, isReady, isTrusted }: SessionStatus): TrackState {
  const { stream, track, isLost = false, isAuthenticated = isTrusted } = known;
  const shared = { stream, isAuthenticated };
  const error = ended ?? known.error;
  if (error !== undefined) return { kind: 'failed', error, ...shared };
  if (!isReady || isLost || track === undefined || track.readyState === 'ended')
    return { kind: 'waiting', ...shared };
  return { kind: 'live', track, ...shared };
}

/** Whether two states of one track are the same for its watchers. */
export function isSameTrackState(one: TrackState, other: TrackState): boolean {
  return (
    one.kind === other.kind && one.isAuthenticated === other.isAuthenticated && partOf(one) === partOf(other)
  );
}

function partOf(state: TrackState): unknown {
  return state.kind === 'live' ? state.track : state.kind === 'failed' && state.error;
}
