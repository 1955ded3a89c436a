/** @module The tracks of one session: added by requests or offers, and removed when rights or sources change. */
import type { Clock, Metadata } from '@longwire/protocol';
import { systemClock } from '../time/system-clock.ts';
import type { Estimate } from '../media/bandwidth/bandwidth-estimate.ts';
import type { MediaSource } from '../media/media-source.ts';
import type { SdpMedia } from '../sdp/sdp-media.ts';
import { planLine, type LinePlan, type TrackRights } from './plan-line.ts';
import { SourceWatch } from './source-watch.ts';
import { Throttle } from './throttle.ts';
import { NO_FLOW, type Flow, type TrackBinding } from './track-binding.ts';
import type { CatalogEntry } from './track-catalog.ts';
import { healthFault, unplayableFault, unreachedFault, type TrackFault } from './track-fault.ts';
import { TrackAccounting } from './track-accounting.ts';
import { TrackLines, type TrackLinesOptions } from './track-lines.ts';
import type { TrackQualities } from './track-qualities.ts';

/** Options of {@link SessionTracks}. */
export interface SessionTracksOptions extends TrackLinesOptions {
  /** The rights of the session's current user. */
  readonly rights: () => TrackRights;
  /** Sends an offer with the current lines. */
  readonly offer: () => void;
  readonly clock?: Clock;
}

/** The time between two offers that only report source health, in milliseconds. Reason: an unstable camera must not keep all sessions negotiating. */
const MIN_HEALTH_OFFER_INTERVAL_MS = 1_000;

/** Sends and receives all tracks of one session. */
export class SessionTracks {
  readonly #options: SessionTracksOptions;
  readonly #accounting = new TrackAccounting();
  readonly #lines: TrackLines;
  readonly #sources = new SourceWatch((trackId) => this.#handleSourceChange(trackId));
  /** Requested tracks that could not be sent, with the codecs that the source had then; offered once its codecs change. */
  readonly #awaited = new Map<string, string>();
  readonly #offerSoon: Throttle;

  constructor(options: SessionTracksOptions) {
    this.#options = options;
    this.#lines = new TrackLines(options);
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

  /** What the client wants of each track. */
  get qualities(): TrackQualities {
    return this.#options.qualities;
  }

  /** What the client's network carries; undefined before its first line. */
  get estimate(): Estimate | undefined {
    return this.#lines.all[0]?.estimate;
  }

  /** Adds tracks and sends an offer. Returns false if the device has none of them. */
  open(trackIds: readonly string[]): boolean {
    if (trackIds.every((trackId) => this.#options.catalog.get(trackId) === undefined)) return false;
    for (const trackId of trackIds) this.#open(trackId);
    this.#options.offer();
    return true;
  }

  /** Prepares the device's default sources as far as the user may receive them. */
  prepare(): void {
    const { catalog } = this.#options;
    for (const trackId of Object.values(catalog.defaults)) {
      const entry = catalog.get(trackId) ?? {};
      if (this.#allowedFlow(entry).sends) entry.source?.prepare?.();
    }
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
      return line !== undefined && this.#isRefused(binding, line);
    });
    // One more offer reports the refused tracks in its metadata.
    if (refused.length > 0) this.#options.offer();
  }

  /** Checks the rights again and immediately stops tracks that are no longer allowed. */
  recheck(): void {
    let hasChange = false;
    for (const binding of this.#lines.all) {
      const { sends, receives } = binding.allowed;
      const allowed = this.#allowedFlow(this.#options.catalog.get(binding.trackId) ?? {});
      const flow = { sends: sends && allowed.sends, receives: receives && allowed.receives };
      if (flow.sends === sends && flow.receives === receives) continue;
      binding.allow(flow);
      const isDenied = !flow.sends && !flow.receives;
      this.#reportStatus(binding, isDenied ? { error: 'ACCESS_DENIED' } : undefined);
      hasChange = true;
    }
    if (hasChange) this.#options.offer();
  }

  /** Stops all tracks; the lines end with the peer connection. */
  close(): void {
    this.#sources.close();
    this.#offerSoon.cancel();
    this.#lines.close();
  }

  #handleRemote(lines: readonly SdpMedia[], metadata: Metadata): void {
    this.#lines.handleRemote(lines);
    this.#accounting.handleRemote(metadata, new Set(lines.map(({ mid }) => mid)));
  }

  #open(trackId: string): void {
    const entry = this.#options.catalog.get(trackId);
    if (entry === undefined) return this.#accounting.refuse(trackId, { error: 'UNKNOWN_TRACK_ID' });
    const flow = this.#allowedFlow(entry);
    if (!flow.sends && !flow.receives) return this.#accounting.refuse(trackId, { error: 'ACCESS_DENIED' });
    if (flow.sends && entry.source?.codecs.length === 0) {
      this.#await(trackId, entry);
      return this.#accounting.refuse(trackId, unreachedFault(entry.source));
    }
    const binding = this.#lines.forTrack(trackId);
    if (binding === undefined) return this.#accounting.refuse(trackId, { error: 'UNKNOWN_ERROR' });
    if (!binding.allowed.sends) binding.allow(flow);
    this.#awaited.delete(trackId);
    this.#accounting.clearFaults(trackId);
    this.#sources.add(trackId, entry.source);
    this.#reportStatus(binding, undefined);
  }

  #await(trackId: string, { source }: CatalogEntry): void {
    if (source === undefined) return;
    this.#awaited.set(trackId, codecNamesOf(source));
    this.#sources.add(trackId, source);
  }

  /** The flow that the user's rights allow for a track. */
  #allowedFlow({ source, sink }: CatalogEntry): Flow {
    const { see, hear, talk } = this.#options.rights();
    const isVideo = source?.kind === 'video';
    return {
      sends: source !== undefined && (isVideo ? see : hear),
      receives: sink !== undefined && talk && !isVideo,
    };
  }

  #prepareLine(line: SdpMedia): void {
    const { kind, mid } = line;
    const existing = this.#lines.get(mid);
    if (line.isRejected) {
      if (existing !== undefined) this.#drop(existing, undefined);
      return;
    }
    if (kind !== 'audio' && kind !== 'video') return;
    // A line keeps its first track id, even if the accounting has dropped it.
    const currentId = existing?.trackId === '' ? undefined : existing?.trackId;
    const trackId = currentId ?? this.#accounting.trackIdOf(mid) ?? '';
    const binding = this.#lines.forRemote(line, kind, trackId);
    if (binding === undefined) return;
    const plan = this.#plan(line, trackId, binding);
    const flow = plan.kind === 'flow' ? plan : NO_FLOW;
    binding.allow(flow);
    binding.run(flow, line.codecs);
    if (trackId !== '') this.#handlePlan(binding, plan);
  }

  #handlePlan(binding: TrackBinding, plan: LinePlan): void {
    const { trackId } = binding;
    const entry = this.#options.catalog.get(trackId) ?? {};
    const fault = plan.kind === 'none' ? plan.fault : undefined;
    if (fault?.error === 'UNKNOWN_ERROR') this.#await(trackId, entry);
    else if (plan.kind === 'flow' && plan.sends) this.#sources.add(trackId, entry.source);
    this.#reportStatus(binding, fault);
  }

  #plan(line: SdpMedia, trackId: string, binding: TrackBinding): LinePlan {
    // Nothing flows on a line without a track id.
    if (trackId === '') return { kind: 'none' };
    const allowedTypes = new Set(binding.codecs.map(({ payloadType }) => payloadType));
    return planLine({
      line: { ...line, codecs: line.codecs.filter(({ payloadType }) => allowedTypes.has(payloadType)) },
      entry: this.#options.catalog.get(trackId),
      rights: this.#options.rights(),
      isSentElsewhere: this.#lines
        .ofTrack(trackId)
        .some(({ mid, isSending }) => mid !== line.mid && isSending),
    });
  }

  /** Starts a line as answered; returns true if the client cannot decode what the device would send. */
  #isRefused(binding: TrackBinding, line: SdpMedia): boolean {
    const { trackId } = binding;
    const entry = this.#options.catalog.get(trackId) ?? {};
    const fault = entry.source === undefined ? NO_CODEC : unplayableFault(entry.source);
    if (line.isRejected) {
      this.#drop(binding, fault);
      this.#await(trackId, entry);
      return true;
    }
    const flow = flowOfAnswer(line);
    const isUnplayable = flow.sends && binding.allowed.sends && !binding.canSend(line.codecs);
    if (isUnplayable) {
      binding.allow({ ...binding.allowed, sends: false });
      this.#reportStatus(binding, fault);
      this.#await(trackId, entry);
    }
    binding.run(flow, line.codecs);
    return isUnplayable;
  }

  /** Handles a change of a source: it was reached or lost, or has other codecs. */
  #handleSourceChange(trackId: string): void {
    const { source } = this.#options.catalog.get(trackId) ?? {};
    if (source === undefined) return;
    const awaited = this.#awaited.get(trackId);
    const isNew = awaited !== undefined && source.codecs.length > 0 && awaited !== codecNamesOf(source);
    if (this.#releaseOutdated(trackId) || isNew) {
      this.#open(trackId);
      this.#offerSoon.run();
    }
    for (const binding of this.#lines.ofTrack(trackId)) {
      if (!binding.allowed.sends) continue;
      const before = this.#accounting.faultOf(binding.mid);
      const now = healthFault(source);
      if (before?.error === now?.error && before?.message === now?.message) continue;
      this.#reportStatus(binding, undefined);
      this.#offerSoon.run();
    }
  }

  /** Closes the lines of a track with a codec that its source no longer has: another codec needs another line. */
  #releaseOutdated(trackId: string): boolean {
    const outdated = this.#lines.ofTrack(trackId).filter(({ isOutdated }) => isOutdated);
    for (const binding of outdated)
      if (binding.allowed.receives) binding.allow({ sends: false, receives: true });
      else this.#drop(binding, undefined);
    return outdated.length > 0;
  }

  /** Sets the reported fault of a line; without one, the health of its source. */
  #reportStatus(binding: TrackBinding, fault: TrackFault | undefined): void {
    const { mid, trackId, allowed } = binding;
    const { source } = this.#options.catalog.get(trackId) ?? {};
    const health = source !== undefined && allowed.sends ? healthFault(source) : undefined;
    this.#accounting.set(mid, trackId, fault ?? health);
  }

  #drop(binding: TrackBinding, fault: TrackFault | undefined): void {
    binding.close();
    this.#accounting.set(binding.mid, binding.trackId, fault);
  }
}

const NO_CODEC: TrackFault = { error: 'INVALID_CODECS' };

/** The codec names of a source, as one string to compare. */
function codecNamesOf({ codecs }: MediaSource): string {
  return codecs.map(({ name }) => name).join(' ');
}

/** The flow after an answer, from the device's view. */
function flowOfAnswer({ direction }: SdpMedia): Flow {
  return {
    sends: direction === 'recvonly' || direction === 'sendrecv',
    receives: direction === 'sendonly' || direction === 'sendrecv',
  };
}
