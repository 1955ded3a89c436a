/** @module The lines of the tracks of one session: which there are, and which one is for a track. */
import { MAX_MEDIA_LINES, type SdpCodec, type SdpMedia } from '../sdp/sdp-media.ts';
import { matchCodecs, offerCodecs, sinkCodecs } from './match-codec.ts';
import { TrackBinding, type FindLine } from './track-binding.ts';
import type { CatalogEntry, TrackCatalog } from './track-catalog.ts';

/** What {@link TrackLines} need. */
export interface TrackLinesOptions {
  readonly catalog: TrackCatalog;
  readonly cname: string;
  readonly findLine: FindLine;
  /** A track is sent from now on, or no longer. */
  readonly handleWatched: (trackId: string, isWatched: boolean) => void;
}

/** Mids of the device's lines; browsers use plain numbers. */
const MID_PREFIX = 'd';

/** The lines that tracks are tied to, and those that the client has. */
export class TrackLines {
  readonly #options: TrackLinesOptions;
  readonly #bindings = new Map<string, TrackBinding>();
  /** The lines of the client's last description. */
  #remoteLines: readonly SdpMedia[] = [];
  #offered = 0;

  constructor(options: TrackLinesOptions) {
    this.#options = options;
  }

  /** All of them. */
  get all(): readonly TrackBinding[] {
    return [...this.#bindings.values()];
  }

  /** The lines of the client's last description. */
  handleRemote(lines: readonly SdpMedia[]): void {
    this.#remoteLines = lines;
  }

  /** What a mid is tied to. */
  get(mid: string): TrackBinding | undefined {
    return this.#bindings.get(mid);
  }

  /** Those of one track. */
  ofTrack(trackId: string): readonly TrackBinding[] {
    return this.all.filter((binding) => binding.trackId === trackId);
  }

  /** The line for a track: the one that carries its source or could, else a new one, unless there have been too many. */
  forTrack(trackId: string): TrackBinding | undefined {
    const entry = this.#options.catalog.get(trackId) ?? {};
    return this.#fitting(trackId, entry) ?? this.#newLine(trackId, entry);
  }

  /** The line of the client for a track; undefined where it has no codec at all. Until the track is known it is that of no track. */
  forRemote(line: SdpMedia, kind: 'audio' | 'video', trackId: string): TrackBinding | undefined {
    const existing = this.#bindings.get(line.mid);
    const codecs = existing?.codecs ?? this.#usualCodecs(line, trackId);
    if (codecs.length === 0) return undefined;
    return existing?.trackId === trackId ? existing : this.#bind(line.mid, kind, trackId, codecs);
  }

  /** Stops everything; the lines end with the peer connection. */
  close(): void {
    for (const binding of this.#bindings.values()) binding.stop();
    this.#bindings.clear();
  }

  #fitting(trackId: string, { source }: CatalogEntry): TrackBinding | undefined {
    const bindings = this.ofTrack(trackId);
    const could = ({ mid, codecs, hasSent }: TrackBinding): boolean =>
      // Chromium decodes what comes again on a line that was stopped, and shows nothing of it.
      !hasSent &&
      mid.startsWith(MID_PREFIX) &&
      (source === undefined || matchCodecs(source.codecs, codecs).length > 0);
    return bindings.find(({ allowed }) => allowed.sends) ?? bindings.find(could);
  }

  #newLine(trackId: string, { source, sink }: CatalogEntry): TrackBinding | undefined {
    const mid = this.#freeMid();
    if (mid === undefined) return undefined;
    const taken = sink === undefined || source?.kind === 'video' ? [] : sinkCodecs(sink);
    const seen = [...this.#remoteLines, ...this.all].flatMap(({ codecs }) => codecs);
    const codecs = offerCodecs([...(source?.codecs ?? []), ...taken], seen);
    // A codec for both ways stands once.
    const distinct = [...new Map(codecs.map((codec) => [codec.payloadType, codec] as const)).values()];
    return this.#bind(mid, source?.kind ?? 'audio', trackId, distinct);
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

  /** The codecs that a line will have, also when nothing flows on it yet: browsers talk in the first. */
  #usualCodecs({ codecs }: SdpMedia, trackId: string): readonly SdpCodec[] {
    const { source, sink } = this.#options.catalog.get(trackId) ?? {};
    const heard = sink === undefined ? [] : sinkCodecs(sink);
    const matches = matchCodecs([...heard, ...(source?.codecs ?? [])], codecs).map(({ as }) => as);
    return matches.length > 0 ? [...new Set(matches)] : codecs.slice(0, 1);
  }

  #bind(mid: string, kind: 'audio' | 'video', trackId: string, codecs: readonly SdpCodec[]): TrackBinding {
    const { catalog, cname, findLine, handleWatched } = this.#options;
    const entry = catalog.get(trackId) ?? {};
    const handleSending = (isSending: boolean): void => handleWatched(trackId, isSending);
    const handleClosed = (): void => {
      if (this.#bindings.get(mid) === binding) this.#bindings.delete(mid);
    };
    const line = { mid, kind, codecs, cname, findLine };
    const binding = new TrackBinding({ ...line, trackId, entry, handleSending, handleClosed });
    this.#bindings.set(mid, binding);
    return binding;
  }
}
