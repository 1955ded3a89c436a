/** @module The tracks of a session: asked for once, whoever wants them, and where each stands. */
import {
  ContentFormat,
  diagnosticOf,
  StatusError,
  TrackError,
  type EdgeError,
  type Session,
  type TrackArrival,
  type TrackErrorCode,
  type TrackStatus,
} from '@longwire/client';
import { asEdgeError } from '../as-edge-error.ts';
import { sessionEnded } from './session-ended.ts';

/** How a track is. The stream is the same one over every connection. */
export type TrackState = (
  | { readonly kind: 'waiting'; readonly stream?: MediaStream }
  | { readonly kind: 'live'; readonly stream: MediaStream; readonly track: MediaStreamTrack }
  /** The device cannot give it, for now or at all; a `TrackError` has its reason and words. */
  | { readonly kind: 'failed'; readonly error: EdgeError; readonly stream?: MediaStream }
) & {
  /**
   * Whether the device itself said that this is the track of this name, and what is the matter with it. Without it the signaling service may
   * have: show the name, and words of a `TrackError`, as nothing that the device said.
   */
  readonly isAuthenticated: boolean;
};

/** What an element plays of a track. */
export function mediaOf(state: TrackState): {
  readonly stream: MediaStream | undefined;
  readonly track: MediaStreamTrack | undefined;
} {
  return { stream: state.stream, track: state.kind === 'live' ? state.track : undefined };
}

interface Entry {
  readonly mid?: string | undefined;
  readonly track?: MediaStreamTrack | undefined;
  /** What came of asking for it, or what the device says of it. */
  readonly error?: EdgeError | undefined;
  readonly isAsked?: boolean;
  /** As it was said last. */
  readonly isAuthenticated?: boolean;
}

const CREATED = 201;
const TRACKS_PATH = '/webrtc/tracks';

/** Listens from the session's first moment, so that nobody who comes late misses a track. */
export class TrackDesk {
  readonly #session: Session;
  readonly #stops: readonly (() => void)[];
  readonly #listeners = new Set<() => void>();
  readonly #entries = new Map<string, Entry>();
  readonly #ending = new AbortController();
  /** What is asked for next, together. */
  #batch: string[] = [];
  #trackIds: readonly string[] = [];

  constructor(session: Session) {
    this.#session = session;
    this.#stops = [
      session.on('track', (arrival) => this.#handleArrival(arrival)),
      session.on('trackstatus', (status) => this.#handleStatus(status)),
      session.on('statechange', () => this.#tell()),
      session.on('identitychange', () => {
        this.#askAgain();
        this.#tell();
      }),
    ];
  }

  /** Calls `listener` after each change; returns the unsubscriber. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Every track that was asked for, that came by itself, or that the device named; the same array until there is another one. */
  get trackIds(): readonly string[] {
    return this.#trackIds;
  }

  /**
   * Wants a track: it is asked for unless it was, or is there, or could not be given. What is wanted in one turn is asked for at once.
   */
  want(trackId: string): void {
    const { isAsked = false, error } = this.#entries.get(trackId) ?? {};
    if (isAsked && error === undefined) return;
    if (this.stateOf(trackId).kind === 'live') return;
    this.#change(trackId, { isAsked: true, error: undefined });
    if (this.#batch.length === 0) queueMicrotask(() => void this.#ask());
    this.#batch.push(trackId);
  }

  /** Where a track stands now. */
  stateOf(trackId: string): TrackState {
    const { state } = this.#session;
    const { error, track: arrived, isAuthenticated = this.#isTrusted } = this.#entries.get(trackId) ?? {};
    const stream = this.#session.mediaStream(trackId);
    // A session of the application's may have had it before anybody listened here.
    const track = arrived ?? stream.getVideoTracks()[0] ?? stream.getAudioTracks()[0];
    if (state.kind === 'ended')
      return { kind: 'failed', error: sessionEnded(state.reason), stream, isAuthenticated };
    if (error !== undefined) return { kind: 'failed', error, stream, isAuthenticated };
    if (track === undefined || track.readyState === 'ended' || state.kind !== 'ready') {
      return { kind: 'waiting', stream, isAuthenticated };
    }
    return { kind: 'live', stream, track, isAuthenticated };
  }

  /** Listens no more. What was asked for belongs to the session. */
  close(): void {
    this.#ending.abort();
    for (const stop of this.#stops) stop();
  }

  /** Whether what comes next can be from the device alone. */
  get #isTrusted(): boolean {
    const { connection, identity } = this.#session;
    return connection?.negotiatesInside === true && identity.boundBy !== undefined;
  }

  async #ask(): Promise<void> {
    const trackIds = this.#batch;
    this.#batch = [];
    const { signal } = this.#ending;
    try {
      await this.#session.ready({ signal });
      const payload = JSON.stringify({ tracks: trackIds });
      const response = await this.#session.request('POST', TRACKS_PATH, {
        payload,
        contentFormat: ContentFormat.json,
        isIdempotent: true,
        signal,
      });
      const { statusCode } = response;
      if (statusCode === CREATED) return;
      const words = `request for tracks expected status ${CREATED}, got ${statusCode}`;
      throw new StatusError('ERR_TRACK', words, statusCode, diagnosticOf(response));
    } catch (cause) {
      if (signal.aborted) return;
      for (const trackId of trackIds) this.#change(trackId, { error: asEdgeError(cause) });
    }
  }

  /** Who is logged in may do what nobody could, and another connection may do what one could not. */
  #askAgain(): void {
    if (this.#session.state.kind !== 'ready') return;
    for (const [trackId, { isAsked = false, track, error }] of this.#entries) {
      if (isAsked && track === undefined && error !== undefined) this.want(trackId);
    }
  }

  #handleArrival({
    trackId,
    track,
    error,
    message,
    isAuthenticated,
    transceiver: { mid },
  }: TrackArrival): void {
    if (trackId === undefined) return;
    track.addEventListener('ended', () => this.#tell());
    const trouble = troubleOf({ mid: mid ?? '', trackId, error, message, isAuthenticated });
    this.#change(trackId, { track, mid: mid ?? undefined, error: trouble, isAuthenticated });
  }

  #handleStatus({ mid, trackId, isOwn, error, message, isAuthenticated }: TrackStatus): void {
    // What this side sends may have the name of what there is to hear.
    if (isOwn && this.#entries.get(trackId)?.mid !== mid) return;
    const trouble = troubleOf({ mid, trackId, error, message, isAuthenticated });
    this.#change(trackId, { error: trouble, isAuthenticated });
  }

  #change(trackId: string, change: Entry): void {
    if (!this.#entries.has(trackId)) this.#trackIds = [...this.#trackIds, trackId];
    this.#entries.set(trackId, { ...this.#entries.get(trackId), ...change });
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

interface Said {
  readonly mid: string;
  readonly trackId: string;
  readonly error: TrackErrorCode | undefined;
  readonly message: string | undefined;
  readonly isAuthenticated: boolean;
}

function troubleOf({ error, message, ...track }: Said): TrackError | undefined {
  if (error === undefined) return undefined;
  return new TrackError({ ...track, error, ...(message !== undefined && { message }) });
}
