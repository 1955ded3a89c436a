/** @module The tracks of one session: asked for by requests, by offers, and taken away again. */
import type { Metadata, TrackErrorCode } from '@longwire/protocol';
import { MAX_MEDIA_LINES, type SdpMedia } from '../peer/sdp-media.ts';
import { offerCodec } from './match-codec.ts';
import { planLine, type LinePlan, type TrackRights } from './plan-line.ts';
import { TrackBinding, type DescribeLine, type Flow } from './track-binding.ts';
import type { CatalogEntry, TrackCatalog } from './track-catalog.ts';
import { TrackLedger } from './track-ledger.ts';

/** What {@link SessionTracks} need. */
export interface SessionTracksOptions {
  readonly catalog: TrackCatalog;
  readonly cname: string;
  /** The rights of whoever the session is now. */
  readonly rights: () => TrackRights;
  readonly describe: DescribeLine;
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
    const rights = this.#options.rights();
    let hasChange = false;
    for (const binding of this.#bindings.values()) {
      const flow = binding.described;
      if (flow === undefined || !(flow.sends || flow.receives)) continue;
      const mayHear =
        this.#options.catalog.get(binding.trackId)?.source?.codec.kind === 'video' ? rights.see : rights.hear;
      const allowed = { ...flow, sends: flow.sends && mayHear, receives: flow.receives && rights.talk };
      if (allowed.sends === flow.sends && allowed.receives === flow.receives) continue;
      binding.describe(allowed);
      this.#ledger.set(
        binding.mid,
        binding.trackId,
        allowed.sends || allowed.receives ? undefined : 'ACCESS_DENIED',
      );
      hasChange = true;
    }
    if (hasChange) this.#options.offer();
  }

  /** Stops everything. */
  close(): void {
    for (const binding of this.#bindings.values()) binding.close();
    this.#bindings.clear();
  }

  #handleRemote(lines: readonly SdpMedia[], metadata: Metadata): void {
    this.#remoteLines = lines;
    this.#ledger.handleRemote(metadata, new Set(lines.map(({ mid }) => mid)));
  }

  #open(trackId: string): void {
    const entry = this.#options.catalog.get(trackId);
    if (entry === undefined) return this.#ledger.refuse(trackId, 'UNKNOWN_TRACK_ID');
    const flow = this.#wantedFlow(entry);
    if (!flow.sends && !flow.receives) return this.#ledger.refuse(trackId, 'ACCESS_DENIED');
    const binding = this.#bindingOf(trackId) ?? this.#newBinding(trackId, entry);
    if (binding === undefined) return this.#ledger.refuse(trackId, 'UNKNOWN_ERROR');
    if (!binding.described?.sends) binding.describe(flow);
    this.#ledger.set(binding.mid, trackId);
  }

  /** What a line of the device's own says of a track: all that the session may. */
  #wantedFlow({ source, sink }: CatalogEntry): Flow {
    const { see, hear, talk } = this.#options.rights();
    const kind = source?.codec.kind ?? 'audio';
    return {
      codec: offerCodec(source?.codec ?? OPUS, this.#remoteLines),
      sends: source !== undefined && (kind === 'video' ? see : hear),
      receives: sink !== undefined && kind === 'audio' && talk,
    };
  }

  /** The line that carries a track's source, or could. */
  #bindingOf(trackId: string): TrackBinding | undefined {
    const bindings = [...this.#bindings.values()].filter((binding) => binding.trackId === trackId);
    return (
      bindings.find(({ described }) => described?.sends) ??
      bindings.find(({ mid }) => mid.startsWith(MID_PREFIX))
    );
  }

  #newBinding(trackId: string, entry: CatalogEntry): TrackBinding | undefined {
    if (this.#offered >= MAX_MEDIA_LINES) return undefined;
    const mid = `${MID_PREFIX}${this.#offered}`;
    this.#offered += 1;
    return this.#bind(mid, entry.source?.codec.kind ?? 'audio', trackId, entry);
  }

  #bind(mid: string, kind: 'audio' | 'video', trackId: string, entry: CatalogEntry): TrackBinding {
    const { cname, describe } = this.#options;
    const binding = new TrackBinding({ mid, kind, trackId, entry, cname, describe });
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
    const [codec] = line.codecs;
    if ((kind !== 'audio' && kind !== 'video') || codec === undefined) return;
    const trackId = this.#ledger.trackIdOf(mid) ?? '';
    const entry = this.#options.catalog.get(trackId);
    const plan = this.#plan(line, trackId, entry);
    const binding = existing?.trackId === trackId ? existing : this.#bind(mid, kind, trackId, entry ?? {});
    if (existing !== undefined && existing !== binding) existing.stop();
    const flow = plan.kind === 'flow' ? plan : { codec, sends: false, receives: false };
    binding.describe(flow);
    binding.run(flow);
    if (trackId !== '') this.#ledger.set(mid, trackId, plan.kind === 'none' ? plan.error : undefined);
  }

  #plan(line: SdpMedia, trackId: string, entry: CatalogEntry | undefined): LinePlan {
    // A line that nobody has given a name is a line for nothing.
    if (trackId === '') return { kind: 'none' };
    const isSentElsewhere = [...this.#bindings.values()].some(
      (other) => other.trackId === trackId && other.mid !== line.mid && other.isSending,
    );
    return planLine({ line, entry, rights: this.#options.rights(), isSentElsewhere });
  }

  #drop(binding: TrackBinding, error?: TrackErrorCode): void {
    binding.close();
    this.#bindings.delete(binding.mid);
    this.#ledger.set(binding.mid, binding.trackId, error);
  }
}

const OPUS = {
  kind: 'audio',
  name: 'opus',
  clockRate: 48_000,
  channels: 2,
  parameters: 'minptime=10;useinbandfec=1',
} as const;

/** What flows after an answer, seen from the device. */
function flowOfAnswer({ direction }: SdpMedia): { readonly sends: boolean; readonly receives: boolean } {
  return {
    sends: direction === 'recvonly' || direction === 'sendrecv',
    receives: direction === 'sendonly' || direction === 'sendrecv',
  };
}
