/** @module The tracks of one session: added by requests or offers, and removed when rights or sources change. */
import type { Clock, Logger, Metadata } from '@longwire/protocol';
import { systemClock } from '../time/system-clock.ts';
import type { Estimate } from '../media/bandwidth/bandwidth-estimate.ts';
import type { QualityControl } from '../media/ladder/quality-control.ts';
import type { SdpMedia } from '../sdp/sdp-media.ts';
import type { TrackRights } from './plan-line.ts';
import { SessionTrack } from './session-track.ts';
import { Throttle } from './throttle.ts';
import { TrackAccounting } from './track-accounting.ts';
import { TrackLines, type TrackLinesOptions } from './track-lines.ts';

/** Options of {@link SessionTracks}. */
export interface SessionTracksOptions extends Omit<TrackLinesOptions, 'quality'> {
  /** The rights of the session's current user. */
  readonly rights: () => TrackRights;
  /** Sends an offer with the current lines. */
  readonly offer: () => void;
  readonly logger: Logger;
  readonly clock?: Clock;
}

/** The time between two offers that only report source health, in milliseconds. Reason: an unstable camera must not keep all sessions negotiating. */
const MIN_HEALTH_OFFER_INTERVAL_MS = 1_000;

/** Sends and receives all tracks of one session. */
export class SessionTracks {
  readonly #options: SessionTracksOptions;
  readonly #accounting = new TrackAccounting();
  readonly #lines: TrackLines;
  /** The device's tracks that this session has used, by id. */
  readonly #tracks = new Map<string, SessionTrack>();
  readonly #offerSoon: Throttle;

  constructor(options: SessionTracksOptions) {
    this.#options = options;
    this.#lines = new TrackLines({ ...options, quality: (trackId) => this.quality(trackId) });
    this.#offerSoon = new Throttle({
      clock: options.clock ?? systemClock,
      intervalMs: MIN_HEALTH_OFFER_INTERVAL_MS,
      task: options.offer,
    });
  }

  /** The metadata of the description that is about to be sent. */
  takeMetadata(client: { readonly hasAnnounced: boolean }): Metadata {
    return this.#accounting.take(client);
  }

  /** Repeats the refusals of the previous description in the next one, because it may not have arrived. */
  repeatRefused(): void {
    this.#accounting.repeatRefused();
  }

  /** What the client wants of a track, and gets. */
  quality(trackId: string): QualityControl {
    return this.#track(trackId).quality;
  }

  /** What the client's network carries; undefined before its first line. */
  get estimate(): Estimate | undefined {
    return this.#lines.all[0]?.estimate;
  }

  /** Adds tracks and sends an offer. Returns false if the device has none of them. */
  open(trackIds: readonly string[]): boolean {
    if (trackIds.every((trackId) => this.#options.catalog.get(trackId) === undefined)) return false;
    for (const trackId of trackIds) this.#track(trackId).open();
    this.#options.offer();
    return true;
  }

  /** Prepares the device's default sources as far as the user may receive them. */
  prepare(): void {
    for (const trackId of Object.values(this.#options.catalog.defaults)) this.#track(trackId).prepare();
  }

  /** Prepares the lines of a client's offer before it is applied. */
  handleOffer(lines: readonly SdpMedia[], metadata: Metadata): void {
    this.#handleRemote(lines, metadata);
    for (const line of lines) this.#prepareLine(line);
  }

  /** Handles the client's answer to an offer of the device. */
  handleAnswer(lines: readonly SdpMedia[], metadata: Metadata): void {
    this.#handleRemote(lines, metadata);
    const refused = this.#lines.all.filter((binding) => {
      const line = lines.find(({ mid }) => mid === binding.mid);
      return line !== undefined && !this.#track(binding.trackId).handleAnswer(binding, line);
    });
    // One more offer reports the refused tracks in its metadata.
    if (refused.length > 0) this.#options.offer();
  }

  /** Checks the rights again and immediately stops tracks that are no longer allowed. */
  recheck(): void {
    const changed = this.#lines.all.filter((binding) => this.#track(binding.trackId).recheck(binding));
    if (changed.length > 0) this.#options.offer();
  }

  /** Stops all tracks; the lines end with the peer connection. */
  close(): void {
    for (const track of this.#tracks.values()) track.close();
    this.#offerSoon.cancel();
    this.#lines.close();
  }

  #handleRemote(lines: readonly SdpMedia[], metadata: Metadata): void {
    this.#lines.handleRemote(lines);
    this.#accounting.handleRemote(metadata, new Set(lines.map(({ mid }) => mid)));
  }

  #prepareLine(line: SdpMedia): void {
    const { kind, mid } = line;
    const existing = this.#lines.get(mid);
    if (line.isRejected) {
      if (existing !== undefined) this.#track(existing.trackId).drop(existing);
      return;
    }
    if (kind !== 'audio' && kind !== 'video') return;
    // A line keeps its first track id, even if the accounting has dropped it.
    const currentId = existing?.trackId === '' ? undefined : existing?.trackId;
    const trackId = currentId ?? this.#accounting.get(mid)?.trackId ?? '';
    const binding = this.#lines.forRemote(line, kind, trackId);
    if (binding === undefined) return;
    // Nothing flows on a line without a track id.
    if (trackId === '') binding.stop();
    else this.#track(trackId).handleOffer(binding, line);
  }

  /** The state of a track; kept only if the device has the track, because a client can name any number of others. */
  #track(trackId: string): SessionTrack {
    const existing = this.#tracks.get(trackId);
    if (existing !== undefined) return existing;
    const { catalog, rights, logger } = this.#options;
    const [lines, accounting] = [this.#lines, this.#accounting];
    const handleChange = (): void => this.#offerSoon.run();
    const track = new SessionTrack({ trackId, catalog, rights, logger, lines, accounting, handleChange });
    if (catalog.get(trackId) !== undefined) this.#tracks.set(trackId, track);
    return track;
  }
}
