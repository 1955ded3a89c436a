/** @module Implements `SessionTracks` over a session's consecutive links. */
import { EdgeError } from '@longwire/protocol/base';
import type { AddTrackOptions } from '../../peer/sent-tracks.ts';
import type { CallOptions, Requester } from '../../request/request-options.ts';
import { reportRefusal } from '../driver-events.ts';
import type { SessionLink } from '../session-link.ts';
import { listTracks, type ListedTrack } from './list-tracks.ts';
import { LocalTracks, type SentTrack } from './local-tracks.ts';
import type { SessionTracks, TracksEvents, TrackState, WatchedTrack } from './session-tracks.ts';
import { WatchedTracks, type WatchedTracksOptions } from './watched-tracks.ts';
import type { QualityReport } from './parse-quality.ts';
import { TrackQuality } from './track-quality.ts';

/** Options of {@link LiveTracks}. */
export interface LiveTracksOptions extends Omit<WatchedTracksOptions, 'quality'> {
  readonly request: Requester;
}

/** The watched and the sent tracks of a session. */
export class LiveTracks implements SessionTracks {
  readonly #options: LiveTracksOptions;
  readonly #watched: WatchedTracks;
  readonly #local: LocalTracks;
  readonly #quality: TrackQuality;

  constructor(options: LiveTracksOptions) {
    this.#options = options;
    this.#quality = new TrackQuality(options.clock);
    this.#watched = new WatchedTracks({ ...options, quality: this.#quality });
    this.#local = new LocalTracks((error) => options.events.emit('warning', error));
    this.#listen(options);
  }

  get ids(): readonly string[] {
    return this.#watched.ids;
  }

  async list(options?: CallOptions): Promise<readonly ListedTrack[] | undefined> {
    return listTracks((path) => this.#options.request('GET', path, options));
  }

  stateOf(trackId: string): TrackState | undefined {
    return this.#watched.stateOf(trackId);
  }

  on<K extends keyof TracksEvents>(event: K, listener: (...args: TracksEvents[K]) => void): () => void {
    return this.#options.emitter.on(event, listener);
  }

  watch(trackId: string): WatchedTrack {
    return this.#watched.watch(trackId);
  }

  send(track: MediaStreamTrack, trackId: string, options?: AddTrackOptions): SentTrack {
    const { ended } = this.#options.driver.status;
    if (ended !== undefined)
      throw new EdgeError('ERR_SESSION_ENDED', 'cannot send a track: the session has ended', {
        cause: ended,
      });
    return this.#local.add(this.#options.driver.negotiableLink(), [track, trackId, options]);
  }

  /** What the device reports about its pictures; reads the next report. */
  readQuality(): QualityReport | undefined {
    return this.#quality.read();
  }

  #listen({ emitter, events }: LiveTracksOptions): void {
    events.on('ready', (link, before) => this.#restore(link, before));
    events.on('suspended', () => this.#suspend());
    events.on('statechange', () => this.#watched.handleSession());
    events.on('identitychange', () => this.#handleIdentity());
    events.on('track', (arrival) => {
      this.#watched.handleArrival(arrival);
      reportRefusal(events, arrival.error);
    });
    events.on('trackstatus', (status) => {
      reportRefusal(events, status.error);
      this.#local.handleStatus(status);
      this.#watched.handleStatus(status);
    });
    events.on('trackmoved', (...lines) => this.#local.handleMoved(...lines));
    events.on('end', () => emitter.clear());
  }

  /** Moves all tracks to a link; the link before keeps sending the device's tracks until they have arrived over the new one. */
  #restore(link: SessionLink, before: SessionLink | undefined): void {
    this.#quality.move(link);
    const release = before?.hold();
    const arrived = this.#watched.restore(link);
    this.#local.restore(link, (trackId) => (this.#watched.isWatched(trackId) ? arrived : undefined));
    void arrived.then(() => release?.());
  }

  /** The session is without a link. */
  #suspend(): void {
    this.#local.suspend();
    this.#watched.suspend();
    this.#quality.move(undefined);
  }

  /** Another user is logged in. */
  #handleIdentity(): void {
    this.#watched.retryRefused();
    this.#quality.handleIdentity();
    this.#watched.handleSession();
  }
}
