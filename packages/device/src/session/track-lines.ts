/** @module The media lines of a session's tracks, and the choice of a line for a track. */
import { MAX_MEDIA_LINES, type SdpCodec, type SdpMedia } from '../sdp/sdp-media.ts';
import type { QualityControl } from '../media/ladder/quality-control.ts';
import { matchCodecs, offerCodecs, sinkCodecs } from './match-codec.ts';
import { TrackBinding, type FindLine } from './track-binding.ts';
import type { CatalogEntry, TrackCatalog } from './track-catalog.ts';

/** Options of {@link TrackLines}. */
export interface TrackLinesOptions {
  readonly catalog: TrackCatalog;
  readonly cname: string;
  readonly findLine: FindLine;
  /** What the client wants of a track's picture. */
  readonly quality: (trackId: string) => QualityControl;
  /** Called when sending a track starts or stops. */
  readonly handleWatched: (trackId: string, isWatched: boolean) => void;
}

/** Prefix of the mids of the device's lines; browsers use plain numbers. */
const MID_PREFIX = 'd';

/** Finds and creates the lines for tracks. */
export class TrackLines {
  readonly #options: TrackLinesOptions;
  readonly #bindings = new Map<string, TrackBinding>();
  /** The lines of the client's last description. */
  #remoteLines: readonly SdpMedia[] = [];
  #offered = 0;

  constructor(options: TrackLinesOptions) {
    this.#options = options;
  }

  /** All bindings. */
  get all(): readonly TrackBinding[] {
    return [...this.#bindings.values()];
  }

  /** Takes the lines of the client's last description. */
  handleRemote(lines: readonly SdpMedia[]): void {
    this.#remoteLines = lines;
  }

  /** The binding of a mid. */
  get(mid: string): TrackBinding | undefined {
    return this.#bindings.get(mid);
  }

  /** The bindings of one track. */
  ofTrack(trackId: string): readonly TrackBinding[] {
    return this.all.filter((binding) => binding.trackId === trackId);
  }

  /** The line for a track: one that carries or can carry its source, else a new one; undefined beyond the limit. */
  forTrack(trackId: string): TrackBinding | undefined {
    const entry = this.#options.catalog.get(trackId) ?? {};
    return this.#reusableLine(trackId, entry) ?? this.#newLine(trackId, entry);
  }

  /** Binds a client's line to a track, or to none while its id is ''; undefined if the line has no codec. */
  forRemote(line: SdpMedia, kind: 'audio' | 'video', trackId: string): TrackBinding | undefined {
    const existing = this.#bindings.get(line.mid);
    const codecs = existing?.codecs ?? this.#lineCodecs(line, trackId);
    if (codecs.length === 0) return undefined;
    return existing?.trackId === trackId ? existing : this.#bind(line.mid, kind, trackId, codecs);
  }

  /** Stops all media; the lines end with the peer connection. */
  close(): void {
    for (const binding of this.#bindings.values()) binding.stop();
    this.#bindings.clear();
  }

  #reusableLine(trackId: string, { source }: CatalogEntry): TrackBinding | undefined {
    const bindings = this.ofTrack(trackId);
    const isReusable = ({ mid, codecs, hasSent }: TrackBinding): boolean =>
      // Chromium decodes video on a line that was stopped and restarted, but does not show it.
      !hasSent &&
      mid.startsWith(MID_PREFIX) &&
      (source === undefined || matchCodecs(source.codecs, codecs).length > 0);
    return bindings.find(({ allowed }) => allowed.sends) ?? bindings.find(isReusable);
  }

  #newLine(trackId: string, { source, sink }: CatalogEntry): TrackBinding | undefined {
    const mid = this.#freeMid();
    if (mid === undefined) return undefined;
    const taken = sink === undefined || source?.kind === 'video' ? [] : sinkCodecs(sink);
    const seen = [...this.#remoteLines, ...this.all].flatMap(({ codecs }) => codecs);
    const codecs = offerCodecs([...(source?.codecs ?? []), ...taken], seen);
    // A codec for both directions appears once.
    const distinct = [...new Map(codecs.map((codec) => [codec.payloadType, codec] as const)).values()];
    return this.#bind(mid, source?.kind ?? 'audio', trackId, distinct);
  }

  /** A mid that neither side has used; undefined beyond the limit. */
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

  /** The codecs for a line, even if nothing flows on it yet. Browsers send the first one. */
  #lineCodecs({ codecs }: SdpMedia, trackId: string): readonly SdpCodec[] {
    const { source, sink } = this.#options.catalog.get(trackId) ?? {};
    const received = sink === undefined ? [] : sinkCodecs(sink);
    const matches = matchCodecs([...received, ...(source?.codecs ?? [])], codecs).map(({ as }) => as);
    return matches.length > 0 ? [...new Set(matches)] : codecs.slice(0, 1);
  }

  #bind(mid: string, kind: 'audio' | 'video', trackId: string, codecs: readonly SdpCodec[]): TrackBinding {
    const { catalog, cname, findLine, quality, handleWatched } = this.#options;
    const entry = catalog.get(trackId) ?? {};
    const handleSending = (isSending: boolean): void => handleWatched(trackId, isSending);
    const handleClosed = (): void => {
      if (this.#bindings.get(mid) === binding) this.#bindings.delete(mid);
    };
    const line = { mid, kind, codecs, cname, findLine, quality: quality(trackId) };
    const binding = new TrackBinding({ ...line, trackId, entry, handleSending, handleClosed });
    this.#bindings.set(mid, binding);
    return binding;
  }
}
