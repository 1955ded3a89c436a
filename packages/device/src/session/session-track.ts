/** @module One track of a session: what its user may have of it, what flows on its lines, and what the client waits for. */
import type { Logger } from '@longwire/protocol';
import { QualityControl } from '../media/ladder/quality-control.ts';
import type { MediaSource } from '../media/media-source.ts';
import type { SdpMedia } from '../sdp/sdp-media.ts';
import { planLine, type TrackRights } from './plan-line.ts';
import { NO_FLOW, type Flow, type TrackBinding } from './track-binding.ts';
import type { CatalogEntry, TrackCatalog } from './track-catalog.ts';
import { healthFault, unplayableFault, unreachedFault, type TrackFault } from './track-fault.ts';
import type { TrackAccounting } from './track-accounting.ts';
import type { TrackLines } from './track-lines.ts';

/** Options of {@link SessionTrack}. */
export interface SessionTrackOptions {
  readonly trackId: string;
  readonly catalog: TrackCatalog;
  /** The rights of the session's current user. */
  readonly rights: () => TrackRights;
  readonly logger: Logger;
  readonly lines: TrackLines;
  readonly accounting: TrackAccounting;
  /** Called when the source has changed what the next offer contains. */
  readonly handleChange: () => void;
}

/** A track on the lines of one session; the client may have several lines with its id. */
export class SessionTrack {
  /** What the client wants of the track's picture, and gets; outlives the lines. */
  readonly quality: QualityControl;
  readonly #options: SessionTrackOptions;
  /** While the client waits for a track that cannot be sent: the codecs that the source had then. Others are offered. */
  #awaited: string | undefined;
  /** Set while the source is observed. */
  #stopObserving: (() => void) | undefined;

  constructor(options: SessionTrackOptions) {
    this.#options = options;
    this.quality = new QualityControl(options.logger);
  }

  /** Prepares the source if the user may receive it. */
  prepare(): void {
    if (this.#allowedFlow.sends) this.#entry.source?.prepare?.();
  }

  /** Adds a line for the track, or reports why there is none. */
  open(): void {
    const { trackId, lines, accounting } = this.#options;
    const { source, sink } = this.#entry;
    if (source === undefined && sink === undefined) return this.#refuse({ error: 'UNKNOWN_TRACK_ID' });
    const flow = this.#allowedFlow;
    if (!flow.sends && !flow.receives) return this.#refuse({ error: 'ACCESS_DENIED' });
    if (flow.sends && source?.codecs.length === 0) {
      this.#await();
      return this.#refuse(unreachedFault(source));
    }
    const binding = lines.forTrack(trackId);
    if (binding === undefined) return this.#refuse({ error: 'UNKNOWN_ERROR' });
    if (!binding.allowed.sends) binding.allow(flow);
    this.#awaited = undefined;
    accounting.clearFaults(trackId);
    this.#observe();
    this.#reportStatus(binding, undefined);
  }

  /** Starts a line that the client offers, as far as rights and codecs allow. */
  handleOffer(binding: TrackBinding, line: SdpMedia): void {
    const { trackId, lines, rights } = this.#options;
    const allowedTypes = new Set(binding.codecs.map(({ payloadType }) => payloadType));
    const plan = planLine({
      line: { ...line, codecs: line.codecs.filter(({ payloadType }) => allowedTypes.has(payloadType)) },
      entry: this.#entry,
      rights: rights(),
      isSentElsewhere: lines.ofTrack(trackId).some(({ mid, isSending }) => mid !== line.mid && isSending),
    });
    const flow = plan.kind === 'flow' ? plan : NO_FLOW;
    binding.allow(flow);
    binding.run(flow, line.codecs);
    const fault = plan.kind === 'none' ? plan.fault : undefined;
    if (fault?.error === 'UNKNOWN_ERROR') this.#await();
    else if (flow.sends) this.#observe();
    this.#reportStatus(binding, fault);
  }

  /** Starts a line as answered; returns false if the client cannot decode what the device would send. */
  handleAnswer(binding: TrackBinding, line: SdpMedia): boolean {
    const { source } = this.#entry;
    const fault: TrackFault = source === undefined ? { error: 'INVALID_CODECS' } : unplayableFault(source);
    if (line.isRejected) {
      this.drop(binding, fault);
      this.#await();
      return false;
    }
    const flow = flowOfAnswer(line);
    const isPlayable = !flow.sends || !binding.allowed.sends || binding.canSend(line.codecs);
    if (!isPlayable) {
      binding.allow({ ...binding.allowed, sends: false });
      this.#reportStatus(binding, fault);
      this.#await();
    }
    binding.run(flow, line.codecs);
    return isPlayable;
  }

  /** Checks the rights to a line again and immediately stops what is no longer allowed; returns whether anything was. */
  recheck(binding: TrackBinding): boolean {
    const { sends, receives } = binding.allowed;
    const allowed = this.#allowedFlow;
    const flow = { sends: sends && allowed.sends, receives: receives && allowed.receives };
    if (flow.sends === sends && flow.receives === receives) return false;
    binding.withdraw(flow);
    const isDenied = !flow.sends && !flow.receives;
    this.#reportStatus(binding, isDenied ? { error: 'ACCESS_DENIED' } : undefined);
    return true;
  }

  /** Closes a line and reports a fault with it. */
  drop(binding: TrackBinding, fault?: TrackFault): void {
    binding.close();
    this.#options.accounting.set(binding.mid, this.#options.trackId, fault);
  }

  /** Stops observing the source. */
  close(): void {
    this.#stopObserving?.();
    this.#stopObserving = undefined;
  }

  /** Empty for a track that the device does not have. */
  get #entry(): CatalogEntry {
    return this.#options.catalog.get(this.#options.trackId) ?? {};
  }

  /** The flow that the user's rights allow. */
  get #allowedFlow(): Flow {
    const { source, sink } = this.#entry;
    const { see, hear, talk } = this.#options.rights();
    const isVideo = source?.kind === 'video';
    return {
      sends: source !== undefined && (isVideo ? see : hear),
      receives: sink !== undefined && talk && !isVideo,
    };
  }

  #refuse(fault: TrackFault): void {
    this.#options.accounting.refuse(this.#options.trackId, fault);
  }

  #await(): void {
    const { source } = this.#entry;
    if (source !== undefined) this.#awaited = codecNamesOf(source);
    this.#observe();
  }

  #observe(): void {
    this.#stopObserving ??= this.#entry.source?.on('change', () => this.#handleSourceChange());
  }

  /** Handles a change of the source: it was reached or lost, or has other codecs. */
  #handleSourceChange(): void {
    const { trackId, lines, accounting, handleChange } = this.#options;
    const { source } = this.#entry;
    if (source === undefined) return;
    const isNew =
      this.#awaited !== undefined && source.codecs.length > 0 && this.#awaited !== codecNamesOf(source);
    if (this.#releaseOutdated() || isNew) {
      this.open();
      handleChange();
    }
    for (const binding of lines.ofTrack(trackId)) {
      if (!binding.allowed.sends) continue;
      const before = accounting.get(binding.mid);
      const now = healthFault(source);
      if (before?.error === now?.error && (now === undefined || before?.message === now.message)) continue;
      this.#reportStatus(binding, undefined);
      handleChange();
    }
  }

  /** Closes the lines with a codec that the source no longer has: another codec needs another line. */
  #releaseOutdated(): boolean {
    const { trackId, lines } = this.#options;
    const outdated = lines.ofTrack(trackId).filter(({ isOutdated }) => isOutdated);
    for (const binding of outdated)
      if (binding.allowed.receives) binding.allow({ sends: false, receives: true });
      else this.drop(binding);
    return outdated.length > 0;
  }

  /** Sets the reported fault of a line; without one, the health of its source. */
  #reportStatus({ mid, allowed }: TrackBinding, fault: TrackFault | undefined): void {
    const { source } = this.#entry;
    const health = source !== undefined && allowed.sends ? healthFault(source) : undefined;
    this.#options.accounting.set(mid, this.#options.trackId, fault ?? health);
  }
}

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
