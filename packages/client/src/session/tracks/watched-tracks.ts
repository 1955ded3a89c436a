/** @module The tracks of the device that are watched: requested over each connection, and played by the same media streams. */
import type { Clock, Emitter } from '@longwire/protocol';
import { EdgeError, waitFor } from '@longwire/protocol/base';
import type { TrackArrival } from '../../peer/peer-reports.ts';
import type { TrackFacts, TrackStatus } from '../../peer/track-registry.ts';
import { TrackError } from '../../shared.ts';
import type { DriverEvents } from '../driver-events.ts';
import type { SessionDriver } from '../session-driver.ts';
import type { SessionLink } from '../session-link.ts';
import { requestTracks } from './request-tracks.ts';
import type { Demand, TrackQuality } from './track-quality.ts';
import type { TracksEvents, TrackState, WatchedTrack } from './session-tracks.ts';
import { isSameTrackState, trackStateOf, type KnownTrack } from './track-state.ts';

/** How long the old link keeps sending tracks while they have not arrived over the new one, in milliseconds. */
export const TRACKS_RETURN_MS = 5000;

/** How long a ready session waits for a watched track, in milliseconds; the request for it may take ten seconds of them. */
export const TRACK_ARRIVAL_MS = 15_000;

/** Most tracks stored that no one has watched. Reason: the other side chooses their names, also other ones for the same media line. */
export const MAX_UNWATCHED = 256;

/** Options of {@link WatchedTracks}. */
export interface WatchedTracksOptions {
  readonly clock: Clock;
  readonly createMediaStream: () => MediaStream;
  readonly emitter: Emitter<TracksEvents>;
  /** The session's events; the tracks listen before the application can. */
  readonly events: Emitter<DriverEvents>;
  readonly driver: Pick<SessionDriver, 'status' | 'negotiableLink'>;
  readonly quality: TrackQuality;
}

/** A track, its watchers, and the state that was last reported to them. */
interface Entry extends Mutable<KnownTrack> {
  state: TrackState;
  watchers: number;
  /** Whether it was requested over the newest link and has not arrived over it yet. */
  isAsked?: boolean;
  /** Stops the time limit of a track that is waited for. */
  stopLimit?: (() => void) | undefined;
  mid?: string | null;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

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
    const { emitter, quality } = this.#options;
    const demand: Demand = { quality: undefined, shownSize: undefined };
    quality.add(trackId, demand);
    entry.watchers += 1;
    this.#want(trackId, entry);
    let release = (): void => {
      release = () => undefined;
      entry.watchers -= 1;
      quality.remove(trackId, demand);
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
      get quality() {
        return demand.quality;
      },
      set quality(choice) {
        demand.quality = choice;
        quality.handleChange();
      },
      get shownSize() {
        return demand.shownSize;
      },
      set shownSize(size) {
        demand.shownSize = size;
        quality.handleChange();
      },
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
    if (trackId === undefined || this.#isTooMany(trackId)) return;
    const entry = this.#entryOf(trackId);
    track.addEventListener('ended', () => this.#update(trackId, entry));
    this.#replace(entry, track);
    entry.isLost = false;
    entry.isAsked = false;
    entry.mid = report.transceiver.mid;
    this.#report(trackId, entry, report);
    this.#missing.delete(trackId);
    if (this.#missing.size === 0) this.#onComplete?.();
  }

  handleStatus({ mid, trackId, isOwn, ...report }: TrackStatus): void {
    // A local track may have the same name as a track of the device.
    if ((isOwn && this.#entries.get(trackId)?.mid !== mid) || this.#isTooMany(trackId)) return;
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
    const link = trackIds.length === 0 ? undefined : this.#options.driver.negotiableLink();
    if (link !== undefined) void this.#ask(link, trackIds);
  }

  async #ask(link: SessionLink, trackIds: readonly string[]): Promise<void> {
    try {
      await requestTracks(link, trackIds, this.#options.events);
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

  /** Whether a name is new and {@link MAX_UNWATCHED} is reached; what the application watches counts too. */
  #isTooMany(trackId: string): boolean {
    return this.#entries.size >= MAX_UNWATCHED && !this.#entries.has(trackId);
  }

  #entryOf(trackId: string): Entry {
    const before = this.#entries.get(trackId);
    if (before !== undefined) return before;
    const stream = this.#options.createMediaStream();
    const entry: Entry = {
      stream,
      state: trackStateOf({ stream }, this.#options.driver.status),
      watchers: 0,
    };
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
    const { driver, emitter } = this.#options;
    const { status } = driver;
    const state = trackStateOf(entry, status);
    if (state.kind === 'waiting' && status.isReady && entry.watchers > 0) this.#limitWait(trackId, entry);
    else {
      entry.stopLimit?.();
      entry.stopLimit = undefined;
    }
    if (isSameTrackState(state, entry.state)) return;
    entry.state = state;
    emitter.emit('change', trackId, state);
  }

  /** Lets a track that does not arrive in time fail, whatever the reason: no one waits for ever, and `retry` requests it again. */
  #limitWait(trackId: string, entry: Entry): void {
    entry.stopLimit ??= this.#options.clock.schedule(TRACK_ARRIVAL_MS, () => {
      entry.error = new EdgeError('ERR_TRACK', `track ${JSON.stringify(trackId)} did not arrive`);
      this.#update(trackId, entry);
    });
  }
}
