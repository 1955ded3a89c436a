/** @module The tracks of one session: asked for by requests, by offers, and taken away again. */
import type { Metadata } from '@longwire/protocol';
import { systemClock, type Clock } from '../media/clock.ts';
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

/** What {@link SessionTracks} need. */
export interface SessionTracksOptions extends TrackLinesOptions {
  /** The rights of whoever the session is now. */
  readonly rights: () => TrackRights;
  /** Makes an offer with what was described. */
  readonly offer: () => void;
  readonly clock?: Clock;
}

/** Between two offers that only say how sources are doing, in milliseconds. Reason: a camera that comes and goes must not keep everybody negotiating. */
const MIN_HEALTH_OFFER_INTERVAL_MS = 1_000;

/** Everything that is shown, played and heard in one session. */
export class SessionTracks {
  readonly #options: SessionTracksOptions;
  readonly #accounting = new TrackAccounting();
  readonly #lines: TrackLines;
  readonly #sources = new SourceWatch((trackId) => this.#handleSourceChange(trackId));
  /** Asked for, and to be offered once their source can be sent as something else than it could then, which was nothing before it was reached. */
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

  /** The verdicts of the description before may not have arrived: the next one has them too. */
  repeatVerdicts(): void {
    this.#accounting.repeatRefused();
  }

  /** Adds tracks and makes an offer. Returns whether any of them is known. */
  open(trackIds: readonly string[]): boolean {
    const known = trackIds.filter((trackId) => this.#options.catalog.get(trackId) !== undefined);
    if (known.length === 0) return false;
    for (const trackId of trackIds) this.#open(trackId);
    this.#options.offer();
    return true;
  }

  /** Settles the lines of an offer of the client before it is applied. */
  handleOffer(lines: readonly SdpMedia[], metadata: Metadata): void {
    this.#handleRemote(lines, metadata);
    for (const line of lines) this.#settle(line);
  }

  /** Hears what became of the lines of the device's own offer. */
  handleAnswer(lines: readonly SdpMedia[], metadata: Metadata): void {
    this.#handleRemote(lines, metadata);
    const refused = this.#lines.all.filter((binding) => {
      const line = lines.find(({ mid }) => mid === binding.mid);
      return line !== undefined && this.#isRefused(binding, line);
    });
    // The client learns of it from the metadata of one more offer.
    if (refused.length > 0) this.#options.offer();
  }

  /** The rights may have changed: what is no longer allowed stops at once. */
  recheck(): void {
    let hasChange = false;
    for (const binding of this.#lines.all) {
      const { sends, receives } = binding.allowed;
      const allowed = this.#allowedFlow(this.#options.catalog.get(binding.trackId) ?? {});
      const flow = { sends: sends && allowed.sends, receives: receives && allowed.receives };
      if (flow.sends === sends && flow.receives === receives) continue;
      binding.allow(flow);
      const isDenied = !flow.sends && !flow.receives;
      this.#say(binding, isDenied ? { error: 'ACCESS_DENIED' } : undefined);
      hasChange = true;
    }
    if (hasChange) this.#options.offer();
  }

  /** Stops everything; the lines end with the peer connection. */
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
    this.#accounting.forgive(trackId);
    this.#sources.add(trackId, entry.source);
    this.#say(binding, undefined);
  }

  #await(trackId: string, { source }: CatalogEntry): void {
    if (source === undefined) return;
    this.#awaited.set(trackId, namesOf(source));
    this.#sources.add(trackId, source);
  }

  /** All that the session may do with a track. */
  #allowedFlow({ source, sink }: CatalogEntry): Flow {
    const { see, hear, talk } = this.#options.rights();
    const isVideo = source?.kind === 'video';
    return {
      sends: source !== undefined && (isVideo ? see : hear),
      receives: sink !== undefined && talk && !isVideo,
    };
  }

  #settle(line: SdpMedia): void {
    const { kind, mid } = line;
    const existing = this.#lines.get(mid);
    if (line.isRejected) {
      if (existing !== undefined) this.#drop(existing, undefined);
      return;
    }
    if (kind !== 'audio' && kind !== 'video') return;
    // Its first name is kept, also where the accounting has forgotten it.
    const named = existing?.trackId === '' ? undefined : existing?.trackId;
    const trackId = named ?? this.#accounting.trackIdOf(mid) ?? '';
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
    this.#say(binding, fault);
  }

  #plan(line: SdpMedia, trackId: string, binding: TrackBinding): LinePlan {
    // A line that nobody has given a name is a line for nothing.
    if (trackId === '') return { kind: 'none' };
    const carried = new Set(binding.codecs.map(({ payloadType }) => payloadType));
    return planLine({
      line: { ...line, codecs: line.codecs.filter(({ payloadType }) => carried.has(payloadType)) },
      entry: this.#options.catalog.get(trackId),
      rights: this.#options.rights(),
      isSentElsewhere: this.#lines
        .ofTrack(trackId)
        .some(({ mid, isSending }) => mid !== line.mid && isSending),
    });
  }

  /** Runs a line as it was answered; true when the client cannot take what the device would send. */
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
      this.#say(binding, fault);
      this.#await(trackId, entry);
    }
    binding.run(flow, line.codecs);
    return isUnplayable;
  }

  /** A source that is shown, or waited for, has been reached or lost, or gives something else. */
  #handleSourceChange(trackId: string): void {
    const { source } = this.#options.catalog.get(trackId) ?? {};
    if (source === undefined) return;
    const awaited = this.#awaited.get(trackId);
    const isNew = awaited !== undefined && source.codecs.length > 0 && awaited !== namesOf(source);
    if (this.#leaveOutdated(trackId) || isNew) {
      this.#open(trackId);
      this.#offerSoon.run();
    }
    for (const binding of this.#lines.ofTrack(trackId)) {
      if (!binding.allowed.sends) continue;
      const before = this.#accounting.faultOf(binding.mid);
      const now = healthFault(source);
      if (before?.error === now?.error && before?.message === now?.message) continue;
      this.#say(binding, undefined);
      this.#offerSoon.run();
    }
  }

  /** Gives up the lines of a track that carry a codec which its source no longer gives: another one takes another line. */
  #leaveOutdated(trackId: string): boolean {
    const outdated = this.#lines.ofTrack(trackId).filter(({ isOutdated }) => isOutdated);
    for (const binding of outdated)
      if (binding.allowed.receives) binding.allow({ sends: false, receives: true });
      else this.#drop(binding, undefined);
    return outdated.length > 0;
  }

  /** Says what is the matter with a line; where nothing else is, how its source is doing. */
  #say(binding: TrackBinding, fault: TrackFault | undefined): void {
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

/** What a source can be sent as. */
function namesOf({ codecs }: MediaSource): string {
  return codecs.map(({ name }) => name).join(' ');
}

/** What flows after an answer, seen from the device. */
function flowOfAnswer({ direction }: SdpMedia): Flow {
  return {
    sends: direction === 'recvonly' || direction === 'sendrecv',
    receives: direction === 'sendonly' || direction === 'sendrecv',
  };
}
