/** @module The tracks of a session: requests each one once for all components and stores its state. */
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

/** The state of a track. The stream is the same one over every connection. */
export type TrackState = (
  | { readonly kind: 'waiting'; readonly stream?: MediaStream }
  | { readonly kind: 'live'; readonly stream: MediaStream; readonly track: MediaStreamTrack }
  /** The device cannot send it, temporarily or permanently; a `TrackError` has the reason and the device's message. */
  | { readonly kind: 'failed'; readonly error: EdgeError; readonly stream?: MediaStream }
) & {
  /**
   * Whether the name and the error come from the device itself. If not, the signaling service may have changed them: do not present the
   * name or the message of a `TrackError` as the device's.
   */
  readonly isAuthenticated: boolean;
};

/** The stream and track for a media element. */
export function mediaOf(state: TrackState): {
  readonly stream: MediaStream | undefined;
  readonly track: MediaStreamTrack | undefined;
} {
  return { stream: state.stream, track: state.kind === 'live' ? state.track : undefined };
}

interface Entry {
  readonly mid?: string | undefined;
  readonly track?: MediaStreamTrack | undefined;
  /** The error of the request, or the one that the device reported. */
  readonly error?: EdgeError | undefined;
  readonly isAsked?: boolean;
  /** Whether the latest report came from the device. */
  readonly isAuthenticated?: boolean;
}

const CREATED = 201;
const TRACKS_PATH = '/webrtc/tracks';

/** Listens from the start of the session, so that components mounted later miss no track. */
export class TrackStore {
  readonly #session: Session;
  readonly #stops: readonly (() => void)[];
  readonly #listeners = new Set<() => void>();
  readonly #entries = new Map<string, Entry>();
  readonly #ending = new AbortController();
  /** Track ids of the next request. */
  #batch: string[] = [];
  #trackIds: readonly string[] = [];

  constructor(session: Session) {
    this.#session = session;
    this.#stops = [
      session.on('track', (arrival) => this.#handleArrival(arrival)),
      session.on('trackstatus', (status) => this.#handleStatus(status)),
      session.on('statechange', () => this.#notify()),
      session.on('identitychange', () => {
        this.#askAgain();
        this.#notify();
      }),
    ];
  }

  /** Calls `listener` after each change; returns the unsubscriber. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Ids of all requested, received and listed tracks; the same array until it changes. */
  get trackIds(): readonly string[] {
    return this.#trackIds;
  }

  /**
   * Requests a track unless it is requested already or live. Tracks wanted in the same turn share one request.
   */
  want(trackId: string): void {
    const { isAsked = false, error } = this.#entries.get(trackId) ?? {};
    if (isAsked && error === undefined) return;
    if (this.stateOf(trackId).kind === 'live') return;
    this.#change(trackId, { isAsked: true, error: undefined });
    if (this.#batch.length === 0) queueMicrotask(() => void this.#ask());
    this.#batch.push(trackId);
  }

  /** The current state of a track. */
  stateOf(trackId: string): TrackState {
    const { state } = this.#session;
    const { error, track: arrived, isAuthenticated = this.#isTrusted } = this.#entries.get(trackId) ?? {};
    const stream = this.#session.mediaStream(trackId);
    // A session of the application may have received it before this store listened.
    const track = arrived ?? stream.getVideoTracks()[0] ?? stream.getAudioTracks()[0];
    if (state.kind === 'ended')
      return { kind: 'failed', error: sessionEnded(state.reason), stream, isAuthenticated };
    if (error !== undefined) return { kind: 'failed', error, stream, isAuthenticated };
    if (track === undefined || track.readyState === 'ended' || state.kind !== 'ready') {
      return { kind: 'waiting', stream, isAuthenticated };
    }
    return { kind: 'live', stream, track, isAuthenticated };
  }

  /** Removes the listeners. Requested tracks stay with the session. */
  close(): void {
    this.#ending.abort();
    for (const stop of this.#stops) stop();
  }

  /** Whether only the device can be the source of the next report. */
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
      const message = `request for tracks failed with status ${statusCode}`;
      throw new StatusError('ERR_TRACK', message, statusCode, diagnosticOf(response));
    } catch (cause) {
      if (signal.aborted) return;
      for (const trackId of trackIds) this.#change(trackId, { error: asEdgeError(cause) });
    }
  }

  /** Requests failed tracks again: another login or connection may succeed. */
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
    track.addEventListener('ended', () => this.#notify());
    const trackError = errorOf({ mid: mid ?? '', trackId, error, message, isAuthenticated });
    this.#change(trackId, { track, mid: mid ?? undefined, error: trackError, isAuthenticated });
  }

  #handleStatus({ mid, trackId, isOwn, error, message, isAuthenticated }: TrackStatus): void {
    // A local track may have the same name as a track of the device.
    if (isOwn && this.#entries.get(trackId)?.mid !== mid) return;
    const trackError = errorOf({ mid, trackId, error, message, isAuthenticated });
    this.#change(trackId, { error: trackError, isAuthenticated });
  }

  #change(trackId: string, change: Entry): void {
    if (!this.#entries.has(trackId)) this.#trackIds = [...this.#trackIds, trackId];
    this.#entries.set(trackId, { ...this.#entries.get(trackId), ...change });
    this.#notify();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

interface TrackReport {
  readonly mid: string;
  readonly trackId: string;
  readonly error: TrackErrorCode | undefined;
  readonly message: string | undefined;
  readonly isAuthenticated: boolean;
}

function errorOf({ error, message, ...track }: TrackReport): TrackError | undefined {
  if (error === undefined) return undefined;
  return new TrackError({ ...track, error, ...(message !== undefined && { message }) });
}
