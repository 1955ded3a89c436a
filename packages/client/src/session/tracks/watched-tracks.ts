/** @module The tracks of the device that are watched: requested over each connection, and played by the same media streams. */
import type { Clock, Emitter } from '@longwire/protocol';
import { ContentFormat, EdgeError, waitFor } from '@longwire/protocol/base';
import type { TrackArrival } from '../../peer/peer-reports.ts';
import type { TrackFacts, TrackStatus } from '../../peer/track-registry.ts';
import { diagnosticOf, StatusError, TrackError } from '../../shared.ts';
import type { SessionLink } from '../session-link.ts';
import type { TracksEvents, TrackState, WatchedTrack } from './session-tracks.ts';

const TRACKS_PATH = '/webrtc/tracks';
const CREATED = 201;

/** How long the old link keeps sending tracks while they have not arrived over the new one, in milliseconds. */
export const TRACKS_RETURN_MS = 5000;

/** Options of {@link WatchedTracks}. */
export interface WatchedTracksOptions {
  readonly clock: Clock;
  readonly createMediaStream: () => MediaStream;
  readonly emitter: Emitter<TracksEvents>;
  /** The link over which tracks can be requested now; a session without one opens one. */
  readonly negotiableLink: () => SessionLink | undefined;
  readonly status: () => SessionStatus;
  /** Called with the status of each request. */
  readonly onStatus: (status: number) => void;
}

/** What a session says about all of its tracks. */
export interface SessionStatus {
  /** Why no track can arrive any more. */
  readonly ended?: EdgeError | undefined;
  readonly isReady: boolean;
  /** Whether only the device can be the source of the next report. */
  readonly isTrusted: boolean;
}

interface Entry {
  readonly stream: MediaStream;
  state: TrackState;
  watchers: number;
  /** Whether it was requested over the newest link. */
  isAsked?: boolean;
  mid?: string | null;
  track?: MediaStreamTrack | undefined;
  /** Whether the connection of `track` is lost, so that it waits for the next one. */
  isLost?: boolean;
  /** Why the request failed, or what the device reported. */
  error?: EdgeError | undefined;
  /** Whether the latest report came from the device; undefined before the first. */
  isAuthenticated?: boolean;
}

/** Requests each watched track once, and remembers every track that the device sent or reported. */
export class WatchedTracks {
  readonly #options: WatchedTracksOptions;
  readonly #entries = new Map<string, Entry>();
  /** Tracks of the next request. */
  readonly #batch = new Set<string>();
  /** Tracks that have not arrived over the newest link yet. */
  readonly #missing = new Set<string>();
  #onComplete: (() => void) | undefined;
  #ids: readonly string[] = [];

  constructor(options: WatchedTracksOptions) {
    this.#options = options;
  }

  get ids(): readonly string[] {
    return this.#ids;
  }

  stateOf(trackId: string): TrackState | undefined {
    return this.#entries.get(trackId)?.state;
  }

  watch(trackId: string): WatchedTrack {
    const entry = this.#entryOf(trackId);
    const { emitter } = this.#options;
    entry.watchers += 1;
    this.#want(trackId, entry);
    let release = (): void => {
      release = () => undefined;
      entry.watchers -= 1;
    };
    return {
      trackId,
      stream: entry.stream,
      get state() {
        return entry.state;
      },
      on: (event, listener) =>
        emitter.on(event, (changed, state) => {
          if (changed === trackId) listener(state);
        }),
      retry: () => this.#want(trackId, entry),
      release: () => release(),
      [Symbol.dispose]: () => release(),
    };
  }

  /** Whether a track is expected from the device. */
  isWatched(trackId: string): boolean {
    const { watchers = 0, error } = this.#entries.get(trackId) ?? {};
    return watchers > 0 && error === undefined;
  }

  /** Puts a track into the stream of its name, in place of the previous one. */
  handleArrival({ trackId, track, ...report }: TrackArrival): void {
    if (trackId === undefined) return;
    const entry = this.#entryOf(trackId);
    track.addEventListener('ended', () => this.#update(trackId, entry));
    this.#replace(entry, track);
    entry.isLost = false;
    entry.mid = report.transceiver.mid;
    this.#report(trackId, entry, report);
    this.#missing.delete(trackId);
    if (this.#missing.size === 0) this.#onComplete?.();
  }

  handleStatus({ mid, trackId, isOwn, ...report }: TrackStatus): void {
    // A local track may have the same name as a track of the device.
    if (isOwn && this.#entries.get(trackId)?.mid !== mid) return;
    this.#report(trackId, this.#entryOf(trackId), report);
  }

  /** The session is without a link: what it had is lost. */
  suspend(): void {
    for (const entry of this.#entries.values()) entry.isLost = entry.track !== undefined;
  }

  /** The session's status has changed. */
  handleSession(): void {
    for (const [trackId, entry] of this.#entries) this.#update(trackId, entry);
  }

  /** Requests refused tracks again: another login may be allowed to see them. */
  retryRefused(): void {
    for (const [trackId, entry] of this.#entries)
      if (entry.watchers > 0 && entry.track === undefined) this.#want(trackId, entry);
  }

  /** Requests all watched tracks over a new link; resolves when those that it had have arrived or the time limit is over. */
  async restore(link: SessionLink): Promise<void> {
    this.#batch.clear();
    this.#missing.clear();
    const wanted: string[] = [];
    for (const [trackId, entry] of this.#entries) {
      entry.isAsked = entry.watchers > 0;
      if (!entry.isAsked) {
        this.#replace(entry, undefined);
        continue;
      }
      wanted.push(trackId);
      if (entry.error === undefined) this.#missing.add(trackId);
      else if (entry.track === undefined) entry.error = undefined;
    }
    if (wanted.length === 0) return;
    const arrived = this.#missing.size === 0 ? undefined : this.#whenComplete(link.retired);
    await this.#ask(link, wanted);
    await arrived;
  }

  /** Requests a track, unless it is requested or live already; a failed one again. */
  #want(trackId: string, entry: Entry): void {
    if (entry.state.kind === 'live' || (entry.isAsked === true && entry.error === undefined)) return;
    entry.isAsked = true;
    entry.error = undefined;
    this.#update(trackId, entry);
    if (this.#batch.size === 0) queueMicrotask(() => this.#askBatch());
    this.#batch.add(trackId);
  }

  /** Without a link nothing is asked: the next link restores every watched track. */
  #askBatch(): void {
    const trackIds = [...this.#batch];
    this.#batch.clear();
    const link = trackIds.length === 0 ? undefined : this.#options.negotiableLink();
    if (link !== undefined) void this.#ask(link, trackIds);
  }

  async #ask(link: SessionLink, trackIds: readonly string[]): Promise<void> {
    const payload = JSON.stringify({ tracks: trackIds });
    const options = { payload, contentFormat: ContentFormat.json };
    try {
      const response = await link.run((connection) => connection.request('POST', TRACKS_PATH, options));
      const { statusCode } = response;
      this.#options.onStatus(statusCode);
      if (statusCode === CREATED) return;
      const message = `request for tracks failed with status ${statusCode}`;
      throw new StatusError('ERR_TRACK', message, statusCode, diagnosticOf(response));
    } catch (cause) {
      // Another link has taken over or will: it requests them.
      if (link.retired.aborted) return;
      const error =
        cause instanceof EdgeError
          ? cause
          : new EdgeError('ERR_TRACK', 'cannot request the tracks', { cause });
      for (const trackId of trackIds) {
        const entry = this.#entryOf(trackId);
        entry.error = error;
        this.#update(trackId, entry);
      }
    }
  }

  #replace(entry: Entry, track: MediaStreamTrack | undefined): void {
    const { stream, track: before } = entry;
    if (before === track) return;
    // Remove first: devices reuse track ids, and Chromium does not add a track whose `id` the stream already has.
    if (before !== undefined) stream.removeTrack(before);
    if (track !== undefined) stream.addTrack(track);
    entry.track = track;
  }

  async #whenComplete(signal: AbortSignal): Promise<void> {
    try {
      await waitFor<void>({ owner: signal }, ({ resolve }) => {
        this.#onComplete = resolve;
        return this.#options.clock.schedule(TRACKS_RETURN_MS, resolve);
      });
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  #entryOf(trackId: string): Entry {
    const before = this.#entries.get(trackId);
    if (before !== undefined) return before;
    const stream = this.#options.createMediaStream();
    const entry: Entry = { stream, state: { kind: 'waiting', stream, isAuthenticated: false }, watchers: 0 };
    entry.state = this.#stateOf(entry);
    this.#entries.set(trackId, entry);
    this.#ids = [...this.#ids, trackId];
    this.#options.emitter.emit('change', trackId, entry.state);
    return entry;
  }

  #report(
    trackId: string,
    entry: Entry,
    { error, message, isAuthenticated }: Omit<TrackFacts, 'trackId'> & { readonly isAuthenticated: boolean },
  ): void {
    entry.isAuthenticated = isAuthenticated;
    entry.error =
      error === undefined
        ? undefined
        : new TrackError({
            mid: entry.mid ?? '',
            trackId,
            error,
            isAuthenticated,
            ...(message !== undefined && { message }),
          });
    this.#update(trackId, entry);
  }

  #update(trackId: string, entry: Entry): void {
    const state = this.#stateOf(entry);
    const { state: before } = entry;
    if (isSameState(state, before)) return;
    entry.state = state;
    this.#options.emitter.emit('change', trackId, state);
  }

  #stateOf({ stream, track, isLost = false, error: failure, isAuthenticated }: Entry): TrackState {
    const { ended, isReady, isTrusted } = this.#options.status();
    const shared = { stream, isAuthenticated: isAuthenticated ?? isTrusted };
    const error = ended ?? failure;
    if (error !== undefined) return { kind: 'failed', error, ...shared };
    if (!isReady || isLost || track === undefined || track.readyState === 'ended')
      return { kind: 'waiting', ...shared };
    return { kind: 'live', track, ...shared };
  }
}

function isSameState(one: TrackState, other: TrackState): boolean {
  return (
    one.kind === other.kind && one.isAuthenticated === other.isAuthenticated && partOf(one) === partOf(other)
  );
}

function partOf(state: TrackState): unknown {
  return state.kind === 'live' ? state.track : state.kind === 'failed' && state.error;
}
