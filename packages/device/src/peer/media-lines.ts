/** @module The media lines of one peer connection: kept while they stand, opened, described, and handed their packets. */
import { EdgeError, type Description, type Logger } from '@longwire/protocol';
import { bundleTag, localSections } from '../sdp/local-sections.ts';
import { fromCarrier } from '../sdp/carrier-sdp.ts';
import type { MediaLineDescription } from '../sdp/media-section.ts';
import { MAX_MEDIA_LINES, type SdpSection } from '../sdp/sdp-media.ts';
import { Carrier, type CarrierOptions } from './carrier.ts';
import { MediaLine } from './media-line.ts';
import { PacketDemux } from './packet-demux.ts';

/** What {@link MediaLines} need. */
export type MediaLinesOptions = Pick<CarrierOptions, 'native' | 'logger'>;

/** Everything that is negotiated about media, on top of the one track that the library knows. */
export class MediaLines {
  readonly #carrier: Carrier;
  readonly #logger: Logger;
  readonly #lines = new Map<string, MediaLine>();
  /** The lines of the client's last description. */
  #remote: readonly SdpSection[] | undefined;
  #demux = new PacketDemux([]);
  #bundleTag = '';
  #unknownPackets = 0;

  constructor({ native, logger }: MediaLinesOptions) {
    this.#logger = logger;
    this.#carrier = new Carrier({
      native,
      logger,
      handleOpen: () => this.openNegotiated(),
      handlePacket: (packet) => this.#handlePacket(packet),
    });
  }

  /** The mid that candidates of the device are told for. */
  get bundleTag(): string {
    return this.#bundleTag;
  }

  /** The mids that there are. */
  get mids(): ReadonlySet<string> {
    return new Set(this.#lines.keys());
  }

  /** The line of a mid: the one there is, else a new one. @throws EdgeError ERR_NEGOTIATION when there are too many. */
  find(description: MediaLineDescription): MediaLine {
    const existing = this.#lines.get(description.mid);
    if (existing !== undefined) return existing;
    if (this.#lines.size >= 2 * MAX_MEDIA_LINES)
      throw new EdgeError('ERR_NEGOTIATION', 'connection has too many media lines');
    const line = new MediaLine(description, this.#carrier, this.#logger);
    this.#lines.set(description.mid, line);
    line.on('closed', () => this.#lines.delete(description.mid));
    return line;
  }

  /** A description of the client with these lines has been applied. */
  handleRemote(lines: readonly SdpSection[]): void {
    this.#remote = lines;
    this.#demux = new PacketDemux(lines);
  }

  /** The library's description with the lines that there are. */
  describe({ type, sdp }: Description): Description {
    const sections = localSections({ type, remote: this.#remote, lines: this.#lines });
    this.#bundleTag = bundleTag(sections);
    return { type, sdp: fromCarrier(sdp, sections) };
  }

  /** Opens the lines that both sides have described, once DTLS is up. */
  openNegotiated(): void {
    if (!this.#carrier.isOpen) return;
    for (const { mid, isRejected } of this.#remote ?? []) if (!isRejected) this.#lines.get(mid)?.open();
  }

  /** Closes all lines but some. */
  closeExcept(mids: ReadonlySet<string>): void {
    for (const line of this.#lines.values()) if (!mids.has(line.mid)) line.close();
  }

  /** The peer connection ends, and every line with it. */
  abandonAll(): void {
    this.#carrier.abandon();
    this.closeExcept(new Set());
    if (this.#unknownPackets > 0) this.#logger.debug('peer.packets-unknown', { count: this.#unknownPackets });
  }

  #handlePacket(packet: Uint8Array): void {
    const target = this.#demux.targetOf(packet);
    if (target.kind === 'all') for (const line of this.#lines.values()) line.handlePacket(packet);
    else if (target.kind === 'line') this.#lines.get(target.mid)?.handlePacket(packet);
    else this.#unknownPackets += 1;
  }
}
