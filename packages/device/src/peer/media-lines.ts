/** @module The media lines of one peer connection: finds, describes and opens them, and dispatches packets to them. */
import { EdgeError, TokenBucket, type Clock, type Description, type Logger } from '@longwire/protocol';
import { MediaTransport } from '../media/bandwidth/media-transport.ts';
import { TRANSPORT_SEQUENCE_URI } from '../media/rtp/transport-sequence.ts';
import { extensionId } from '../sdp/header-extensions.ts';
import { systemClock } from '../time/system-clock.ts';
import { bundleTag, localSections } from '../sdp/local-sections.ts';
import { fromBundledRtpSdp } from '../sdp/bundled-rtp-sdp.ts';
import type { MediaLineDescription } from '../sdp/media-section.ts';
import { MAX_MEDIA_LINES, type SdpSection } from '../sdp/sdp-media.ts';
import { BundledRtpTrack, type BundledRtpTrackOptions } from './bundled-rtp-track.ts';
import { MediaLine } from './media-line.ts';
import { PacketDemux } from './packet-demux.ts';

/** Options of {@link MediaLines}. */
export interface MediaLinesOptions extends Pick<BundledRtpTrackOptions, 'native' | 'logger'> {
  /** The highest rate of all media to this client, in bit/s. */
  readonly maxBitsPerSecond?: number | undefined;
  readonly clock?: Clock;
}

/** RTCP of one client that is read, in bytes. Reason: each line reads each packet, and a flood must not take the time of other sessions; browsers send a few KiB. */
const RTCP_RATE = { capacity: 128 * 1024, refillPerSecond: 64 * 1024 } as const;
/** Each packet counts as at least this many bytes. */
const MIN_RTCP_BYTES = 64;

/** Manages all negotiated media lines on top of the one track that the library sees. */
export class MediaLines {
  readonly #rtpTrack: BundledRtpTrack;
  readonly #transport: MediaTransport;
  readonly #logger: Logger;
  readonly #clock: Clock;
  readonly #rtcpBucket: TokenBucket;
  readonly #lines = new Map<string, MediaLine>();
  /** The lines of the client's last description. */
  #remote: readonly SdpSection[] | undefined;
  #demux = new PacketDemux([]);
  #bundleTag = '';
  #droppedPackets = 0;

  constructor({ native, logger, maxBitsPerSecond, clock = systemClock }: MediaLinesOptions) {
    this.#logger = logger;
    this.#clock = clock;
    this.#rtcpBucket = new TokenBucket(RTCP_RATE, clock.monotonic());
    this.#transport = new MediaTransport({
      send: (packet) => this.#rtpTrack.send(packet),
      clock,
      logger,
      ceiling: maxBitsPerSecond,
    });
    this.#rtpTrack = new BundledRtpTrack({
      native,
      logger,
      handleOpen: () => this.openNegotiated(),
      handlePacket: (packet) => this.#handlePacket(packet),
    });
  }

  /** The mid that the device's candidates carry (RFC 9143 section 7.2). */
  get bundleTag(): string {
    return this.#bundleTag;
  }

  /** The mids of all existing lines. */
  get mids(): ReadonlySet<string> {
    return new Set(this.#lines.keys());
  }

  /** Returns the line with this mid; creates it if necessary. @throws EdgeError ERR_NEGOTIATION if the connection has too many. */
  find(description: MediaLineDescription): MediaLine {
    const existing = this.#lines.get(description.mid);
    if (existing !== undefined) return existing;
    if (this.#lines.size >= 2 * MAX_MEDIA_LINES)
      throw new EdgeError('ERR_NEGOTIATION', 'connection has too many media lines');
    const line = new MediaLine({
      description,
      rtpTrack: this.#rtpTrack,
      transport: this.#transport,
      logger: this.#logger,
    });
    this.#lines.set(description.mid, line);
    line.on('closed', () => this.#lines.delete(description.mid));
    return line;
  }

  /** Takes the lines of a client's description that has been applied. */
  handleRemote(lines: readonly SdpSection[]): void {
    this.#remote = lines;
    this.#demux = new PacketDemux(lines);
    for (const { mid, extensions } of lines) {
      const line = this.#lines.get(mid);
      if (line !== undefined) line.transportSequenceId = extensionId(extensions, TRANSPORT_SEQUENCE_URI);
    }
  }

  /** Writes the existing lines into the library's description. */
  describe({ type, sdp }: Description): Description {
    const sections = localSections({ type, remote: this.#remote, lines: this.#lines });
    this.#bundleTag = bundleTag(sections);
    return { type, sdp: fromBundledRtpSdp(sdp, sections) };
  }

  /** Opens the lines that both sides have described, if DTLS is connected. */
  openNegotiated(): void {
    if (!this.#rtpTrack.isOpen) return;
    for (const { mid, isRejected } of this.#remote ?? []) if (!isRejected) this.#lines.get(mid)?.open();
  }

  /** Closes all lines except those with the given mids. */
  closeExcept(mids: ReadonlySet<string>): void {
    for (const line of this.#lines.values()) if (!mids.has(line.mid)) line.close();
  }

  /** Ends all lines because the peer connection ends. */
  abandonAll(): void {
    this.#rtpTrack.abandon();
    this.closeExcept(new Set());
    if (this.#droppedPackets > 0) this.#logger.debug('peer.packets-dropped', { count: this.#droppedPackets });
  }

  #handlePacket(packet: Uint8Array): void {
    const target = this.#demux.targetOf(packet);
    if (target.kind === 'all') this.#handleRtcp(packet);
    else if (target.kind === 'line') this.#lines.get(target.mid)?.handlePacket(packet);
    else this.#droppedPackets += 1;
  }

  #handleRtcp(packet: Uint8Array): void {
    if (!this.#rtcpBucket.take(this.#clock.monotonic(), Math.max(MIN_RTCP_BYTES, packet.length))) {
      this.#droppedPackets += 1;
      return;
    }
    this.#transport.handleRtcp(packet);
    for (const line of this.#lines.values()) line.handlePacket(packet);
  }
}
