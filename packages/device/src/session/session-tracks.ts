/** @module The tracks of one session: asked for by requests, by offers, and taken away again. */
import type { Metadata, TrackErrorCode } from '@longwire/protocol';
import { MAX_MEDIA_LINES, type SdpCodec, type SdpMedia } from '../peer/sdp-media.ts';
import { matchCodec, offerCodec, SINK_CODEC } from './match-codec.ts';
import { planLine, type LinePlan, type TrackRights } from './plan-line.ts';
import { NO_FLOW, TrackBinding, type FindLine, type Flow } from './track-binding.ts';
import type { CatalogEntry, TrackCatalog } from './track-catalog.ts';
import { TrackLedger } from './track-ledger.ts';

/** What {@link SessionTracks} need. */
export interface SessionTracksOptions {
  readonly catalog: TrackCatalog;
  readonly cname: string;
  /** The rights of whoever the session is now. */
  readonly rights: () => TrackRights;
  readonly findLine: FindLine;
  /** Makes an offer with what was described. */
  readonly offer: () => void;
}

/** Mids of the device's lines; browsers use plain numbers. */
const MID_PREFIX = 'd';

/** Everything that is shown, played and heard in one session. */
export class SessionTracks {
  readonly #options: SessionTracksOptions;
  readonly #ledger = new TrackLedger();
  readonly #bindings = new Map<string, TrackBinding>();
  /** The lines of the client's last description. */
  #remoteLines: readonly SdpMedia[] = [];
  #offered = 0;

  constructor(options: SessionTracksOptions) {
    this.#options = options;
  }

  /** The metadata of the description that is about to be sent. */
  takeMetadata(): Metadata {
    return this.#ledger.take();
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
    let hasRefusal = false;
    for (const binding of this.#bindings.values()) {
      const line = lines.find(({ mid }) => mid === binding.mid);
      if (line === undefined) continue;
      if (line.isRejected) {
        this.#drop(binding, 'INVALID_CODECS');
        hasRefusal = true;
      } else binding.run(flowOfAnswer(line));
    }
    // The client learns of it from the metadata of one more offer.
    if (hasRefusal) this.#options.offer();
  }

  /** The rights may have changed: what is no longer allowed stops at once. */
  recheck(): void {
    let hasChange = false;
    for (const binding of this.#bindings.values()) {
      const { sends, receives } = binding.allowed;
      const allowed = this.#allowedFlow(this.#options.catalog.get(binding.trackId) ?? {});
      const flow = { sends: sends && allowed.sends, receives: receives && allowed.receives };
      if (flow.sends === sends && flow.receives === receives) continue;
      binding.allow(flow);
      this.#ledger.set(
        binding.mid,
        binding.trackId,
        flow.sends || flow.receives ? undefined : 'ACCESS_DENIED',
      );
      hasChange = true;
    }
    if (hasChange) this.#options.offer();
  }

  /** Stops everything; the lines end with the peer connection. */
  close(): void {
    for (const binding of this.#bindings.values()) binding.stop();
    this.#bindings.clear();
  }

  #handleRemote(lines: readonly SdpMedia[], metadata: Metadata): void {
    this.#remoteLines = lines;
    this.#ledger.handleRemote(metadata, new Set(lines.map(({ mid }) => mid)));
  }

  #open(trackId: string): void {
    const entry = this.#options.catalog.get(trackId);
    if (entry === undefined) return this.#ledger.refuse(trackId, 'UNKNOWN_TRACK_ID');
    const flow = this.#allowedFlow(entry);
    if (!flow.sends && !flow.receives) return this.#ledger.refuse(trackId, 'ACCESS_DENIED');
    const binding = this.#bindingOf(trackId) ?? this.#newBinding(trackId, entry);
    if (binding === undefined) return this.#ledger.refuse(trackId, 'UNKNOWN_ERROR');
    if (!binding.allowed.sends) binding.allow(flow);
    this.#ledger.set(binding.mid, trackId);
  }

  /** All that the session may do with a track. */
  #allowedFlow({ source, sink }: CatalogEntry): Flow {
    const { see, hear, talk } = this.#options.rights();
    const isVideo = source?.codec.kind === 'video';
    return {
      sends: source !== undefined && (isVideo ? see : hear),
      receives: sink !== undefined && talk && !isVideo,
    };
  }

  /** The line that carries a track's source, or could. */
  #bindingOf(trackId: string): TrackBinding | undefined {
    const bindings = [...this.#bindings.values()].filter((binding) => binding.trackId === trackId);
    return (
      bindings.find(({ allowed }) => allowed.sends) ?? bindings.find(({ mid }) => mid.startsWith(MID_PREFIX))
    );
  }

  #newBinding(trackId: string, entry: CatalogEntry): TrackBinding | undefined {
    const mid = this.#freeMid();
    if (mid === undefined) return undefined;
    const codec = entry.source?.codec ?? SINK_CODEC;
    return this.#bind(mid, codec.kind, trackId, offerCodec(codec, this.#remoteLines));
  }

  /** A mid that neither side has used, unless there have been too many. */
  #freeMid(): string | undefined {
    const isTaken = (mid: string): boolean =>
      this.#bindings.has(mid) || this.#remoteLines.some((line) => line.mid === mid);
    while (this.#offered < MAX_MEDIA_LINES) {
      const mid = `${MID_PREFIX}${this.#offered}`;
      this.#offered += 1;
      if (!isTaken(mid)) return mid;
    }
    return undefined;
  }

  #bind(mid: string, kind: 'audio' | 'video', trackId: string, codec: SdpCodec): TrackBinding {
    const { catalog, cname, findLine } = this.#options;
    const entry = catalog.get(trackId) ?? {};
    const binding = new TrackBinding({ mid, kind, trackId, entry, codec, cname, findLine });
    this.#bindings.set(mid, binding);
    return binding;
  }

  #settle(line: SdpMedia): void {
    const { kind, mid } = line;
    const existing = this.#bindings.get(mid);
    if (line.isRejected) {
      if (existing !== undefined) this.#drop(existing);
      return;
    }
    if (kind !== 'audio' && kind !== 'video') return;
    const trackId = this.#ledger.trackIdOf(mid) ?? '';
    const codec = existing?.codec ?? this.#usualCodec(line, trackId);
    if (codec === undefined) return;
    if (existing !== undefined && existing.trackId !== trackId) existing.stop();
    const binding = existing?.trackId === trackId ? existing : this.#bind(mid, kind, trackId, codec);
    const plan = this.#plan(line, trackId, binding);
    const flow = plan.kind === 'flow' ? plan : NO_FLOW;
    binding.allow(flow);
    binding.run(flow);
    if (trackId !== '') this.#ledger.set(mid, trackId, plan.kind === 'none' ? plan.error : undefined);
  }

  /** The codec that a line will have, also when nothing flows on it yet. */
  #usualCodec({ codecs }: SdpMedia, trackId: string): SdpCodec | undefined {
    const source = this.#options.catalog.get(trackId)?.source?.codec ?? SINK_CODEC;
    return matchCodec(source, codecs) ?? codecs[0];
  }

  #plan(line: SdpMedia, trackId: string, binding: TrackBinding): LinePlan {
    // A line that nobody has given a name is a line for nothing.
    if (trackId === '') return { kind: 'none' };
    const { payloadType } = binding.codec;
    return planLine({
      line: { ...line, codecs: line.codecs.filter((codec) => codec.payloadType === payloadType) },
      entry: this.#options.catalog.get(trackId),
      rights: this.#options.rights(),
      isSentElsewhere: [...this.#bindings.values()].some(
        (other) => other.trackId === trackId && other.mid !== line.mid && other.isSending,
      ),
    });
  }

  #drop(binding: TrackBinding, error?: TrackErrorCode): void {
    binding.close();
    this.#bindings.delete(binding.mid);
    this.#ledger.set(binding.mid, binding.trackId, error);
  }
}

/** What flows after an answer, seen from the device. */
function flowOfAnswer({ direction }: SdpMedia): Flow {
  return {
    sends: direction === 'recvonly' || direction === 'sendrecv',
    receives: direction === 'sendonly' || direction === 'sendrecv',
  };
}
