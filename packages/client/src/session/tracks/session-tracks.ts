/** @module The public interface of a session's tracks: those that the device sends, and local ones sent to it. */
import type { EdgeError } from '@longwire/protocol';
import type { AddTrackOptions } from '../../peer/sent-tracks.ts';
import type { CallOptions } from '../../request/request-options.ts';
import type { ListedTrack } from './list-tracks.ts';
import type { SentTrack } from './local-tracks.ts';

/** The state of a watched track. */
export type TrackState = {
  /** Plays the track: the same stream for all watchers and over every connection. */
  readonly stream: MediaStream;
  /**
   * Whether the name and the error come from the device itself. If not, the signaling service may have changed them: do not present the
   * name or the message of a `TrackError` as the device's.
   */
  readonly isAuthenticated: boolean;
} & (
  | { readonly kind: 'waiting' }
  | { readonly kind: 'live'; readonly track: MediaStreamTrack }
  /**
   * A `TrackError` if the device cannot send it, temporarily or permanently; a `StatusError` if it refused the request; ERR_TRACK if it
   * did not arrive in time; ERR_SESSION_ENDED.
   */
  | { readonly kind: 'failed'; readonly error: EdgeError }
);

/** Events of a {@link SessionTracks} and their arguments. */
export interface TracksEvents {
  /** The state of a track changed, or a track is new. */
  change: [trackId: string, state: TrackState];
}

/** How good a picture a watcher wants: as good as its size and the network need and allow, the best one, or the smallest one. */
export type QualityChoice = 'auto' | 'high' | 'low';

/** A size in pixels of the screen. */
export interface ShownSize {
  readonly width: number;
  readonly height: number;
}

/** One watcher of a track. */
export interface WatchedTrack extends Disposable {
  readonly trackId: string;
  readonly stream: MediaStream;
  /** The same object until it changes. */
  readonly state: TrackState;
  /** Adds a listener; returns a function that removes it. */
  on(event: 'change', listener: (state: TrackState) => void): () => void;
  /**
   * Set it where the device has the picture in several sizes; others ignore it. Of several watchers, the one that wants most counts;
   * undefined, the default, is no wish.
   */
  quality: QualityChoice | undefined;
  /** The size at which this watcher shows the picture; set it with each change of the size, but not for each step of an animation. */
  shownSize: ShownSize | undefined;
  /** Requests the track again if it has failed or the device has ended it. */
  retry(): void;
  /** Ends this watcher. Devices cannot stop a track: without watchers it is not requested over the next connection. Idempotent. */
  release(): void;
}

/** The tracks of a session. */
export interface SessionTracks {
  /**
   * Asks the device for its tracks; undefined if it lists none. Rejects with a `StatusError` of ERR_REQUEST_REFUSED if it refuses, and like
   * `request`.
   */
  list(options?: CallOptions): Promise<readonly ListedTrack[] | undefined>;
  /** Ids of all tracks watched, and of up to 256 received or reported by the device; the same array until it changes. */
  readonly ids: readonly string[];
  /** The state of a track in {@link ids}. */
  stateOf(trackId: string): TrackState | undefined;
  /** Adds a listener; returns a function that removes it. */
  on<K extends keyof TracksEvents>(event: K, listener: (...args: TracksEvents[K]) => void): () => void;
  /**
   * Requests a track from the device over this connection and each later one, once for all watchers, until the last one is released.
   * Tracks watched in the same turn share one request.
   */
  watch(trackId: string): WatchedTrack;
  /** Sends a local track under a name, over this connection and all later ones. @throws EdgeError ERR_SESSION_ENDED */
  send(track: MediaStreamTrack, trackId: string, options?: AddTrackOptions): SentTrack;
}
