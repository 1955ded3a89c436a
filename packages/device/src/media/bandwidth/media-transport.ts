/** @module The media of one peer connection as its network sees it: one sequence, one pace and one estimate for all lines. */
import { TokenBucket, type Clock, type Logger } from '@longwire/protocol';
import type { RtcpBlock } from '../rtp/rtcp-blocks.ts';
import { rtcpBlocks } from '../rtp/rtcp-blocks.ts';
import { plus } from '../rtp/sequence-number.ts';
import { reportedLoss } from '../rtp/receiver-blocks.ts';
import { feedbackCount, readTransportFeedback } from '../rtp/transport-feedback.ts';
import type { TransportSequence } from '../rtp/transport-sequence.ts';
import { BandwidthEstimate, DEFAULT_CEILING } from './bandwidth-estimate.ts';
import { CongestionControl } from './congestion-control.ts';
import { ConnectionPacer, type PacedQueue, type PacedQueueOptions } from './connection-pacer.ts';
import { RepeatBudget } from './repeat-budget.ts';
import { ReportedLoss } from './reported-loss.ts';
import { SentHistory } from './sent-history.ts';

/** Options of {@link MediaTransport}. */
export interface MediaTransportOptions {
  /** Sends one packet; returns false if it could not be sent. */
  readonly send: (packet: Uint8Array) => boolean;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The highest rate, in bit/s. */
  readonly ceiling?: number | undefined;
}

/** An RTP packet to send. */
export interface TransportPacket {
  readonly kind: 'audio' | 'video';
  /** The id of its transport sequence; undefined if its arrival is not reported. */
  readonly extensionId: number | undefined;
  /** Writes the packet, with the transport sequence of its sending if it has one. */
  readonly write: (transportSequence: TransportSequence | undefined) => Uint8Array;
  /** Called when the viewer reports it as lost, on a line that loses packets at random. */
  readonly handleLost?: () => void;
}

/** An RTP packet to send again. */
export interface RepeatedTransportPacket {
  readonly kind: 'audio' | 'video';
  /** The transport sequence in it; undefined if it has none. */
  readonly transportSequence: number | undefined;
  /** The same bytes as at first. */
  readonly packet: Uint8Array;
}

/** Bytes of UDP, IP and SRTP around a packet. */
export const OVERHEAD_BYTES = 38;

/** The bytes of the first pictures whose arrival gives the first estimate. */
const FIRST_PROBE_BYTES = 12 * 1024;

/** Reported packets read per second. Reason: twice as many as are sent at most; a flood of reports must not take the time of other sessions. */
const READ_RATE = { capacity: 20_000, refillPerSecond: 20_000 } as const;
/** Each message costs at least this many of them. Reason: browsers send 20 messages a second, and each has the rates measured again. */
const MIN_READ = 100;

/** The time over which the rate of sound is measured, in milliseconds. */
const SOUND_WINDOW_MS = 1_000;

/** Sends the media of one connection. */
export class MediaTransport {
  readonly bandwidth: BandwidthEstimate;
  readonly #options: MediaTransportOptions;
  readonly #control: CongestionControl;
  /** For a viewer that reports no arrival. */
  readonly #loss: ReportedLoss;
  /** The SSRCs of sent packets: at most one for each line. */
  readonly #ssrcs = new Set<number>();
  readonly #pacer: ConnectionPacer;
  readonly #history = new SentHistory();
  readonly #repeats: RepeatBudget;
  readonly #readBucket: TokenBucket;
  readonly #ceiling: number;
  #sequence = 0;
  /** Whether packets carry the transport sequence, so that their arrival is reported. */
  #isReported = false;
  #sound = { sinceMs: 0, bytes: 0, bitsPerSecond: 0 };

  constructor(options: MediaTransportOptions) {
    const { clock, logger, ceiling = DEFAULT_CEILING } = options;
    this.#options = options;
    this.#ceiling = ceiling;
    this.#control = new CongestionControl({ ceiling });
    this.#loss = new ReportedLoss(ceiling);
    this.#pacer = new ConnectionPacer({ clock, pace: () => this.pace });
    this.#repeats = new RepeatBudget(clock.monotonic());
    this.#readBucket = new TokenBucket(READ_RATE, clock.monotonic());
    this.bandwidth = new BandwidthEstimate(
      { bitsPerSecond: ceiling, videoBitsPerSecond: ceiling, reason: 'no-feedback' },
      logger,
    );
  }

  /** The rate at which packets are sent, in bit/s. */
  get pace(): number {
    if (this.#isReported) return this.#control.pace;
    const { bitsPerSecond, reason } = this.#loss.estimate;
    return reason === 'loss' ? bitsPerSecond : this.#ceiling;
  }

  /** Whether the viewer's reports limit the pace. */
  get isControlled(): boolean {
    return this.#isReported ? this.#control.hasFeedback : this.#loss.estimate.reason === 'loss';
  }

  /** Whether the viewer's reports have stopped, as if the network carried nothing. */
  get isInterrupted(): boolean {
    return this.#control.isInterrupted;
  }

  /** The bytes that a stream of pictures can send in a time at the current pace. */
  bytesIn(durationMs: number): number {
    return this.#pacer.bytesIn(durationMs);
  }

  /** Adds a stream to the pacer. */
  open(options: PacedQueueOptions): PacedQueue {
    return this.#pacer.open(options);
  }

  /** Whether another packet of this size may be repeated now. */
  takeRepeat(bytes: number): boolean {
    return this.#repeats.take(bytes, this.pace, this.#options.clock.monotonic());
  }

  /** Whether packets are lost though none waits in a queue: to send them again costs nothing that others need. */
  get losesAtRandom(): boolean {
    return this.#isReported && this.#control.losesAtRandom;
  }

  /** Sends one RTP packet. Returns false if it could not be sent. */
  sendRtp({ kind, extensionId, write, handleLost }: TransportPacket): boolean {
    const { send, clock } = this.#options;
    const nowMs = clock.monotonic();
    if (extensionId === undefined) return this.#sendUnreported(write(undefined), nowMs);
    this.#begin(nowMs);
    const sequence = this.#sequence;
    const packet = write({ id: extensionId, sequence });
    if (!send(packet)) return false;
    const bytes = packet.length + OVERHEAD_BYTES;
    const probe = kind === 'video' ? this.#pacer.probeId : 0;
    this.#history.add(sequence, { sentMs: nowMs, bytes, probe, handleLost });
    this.#sequence = plus(sequence, 1);
    if (this.#control.handleSent(nowMs)) this.#publish();
    if (kind === 'audio') this.#countSound(bytes, nowMs);
    return true;
  }

  /** Sends an RTP packet again. Its arrival is not reported, because the viewer counts only the first one. */
  sendRtpAgain({ kind, transportSequence, packet }: RepeatedTransportPacket): void {
    const { send, clock } = this.#options;
    const nowMs = clock.monotonic();
    if (transportSequence === undefined) this.#sendUnreported(packet, nowMs);
    else if (send(packet)) {
      this.#history.handleRepeat(transportSequence, nowMs);
      if (kind === 'audio') this.#countSound(packet.length + OVERHEAD_BYTES, nowMs);
    }
  }

  /** Reads the reports in an RTCP packet of the viewer. */
  handleRtcp(compound: Uint8Array): void {
    const nowMs = this.#options.clock.monotonic();
    for (const block of rtcpBlocks(compound))
      if (this.#isReported) this.#handleBlock(block, nowMs);
      else this.#handleReceiverReport(block, nowMs);
  }

  #handleBlock(block: RtcpBlock, nowMs: number): void {
    const count = feedbackCount(block);
    if (count === undefined || !this.#readBucket.take(nowMs, Math.max(MIN_READ, count))) return;
    const feedback = readTransportFeedback(block);
    if (feedback === undefined) return;
    const results = this.#history.take(feedback, { smallestMs: this.#control.smallestDelayMs, nowMs });
    const isResumed = this.#control.handleResults(results, nowMs);
    if (this.losesAtRandom)
      for (const { receivedMs, handleLost } of results) if (receivedMs === undefined) handleLost?.();
    const probe = this.#control.nextProbe(this.bandwidth.wantedBitsPerSecond, nowMs);
    if (probe !== undefined) this.#pacer.probe(probe);
    this.#publish();
    if (isResumed) this.bandwidth.resume();
  }

  /** Sends a packet whose arrival the viewer does not report. */
  #sendUnreported(packet: Uint8Array, nowMs: number): boolean {
    if (!this.#options.send(packet)) return false;
    if (this.#isReported) return true;
    this.#ssrcs.add(new DataView(packet.buffer, packet.byteOffset).getUint32(8));
    if (this.#loss.handleSent(packet.length + OVERHEAD_BYTES, nowMs)) this.#publish();
    return true;
  }

  #handleReceiverReport(block: RtcpBlock, nowMs: number): void {
    const share = reportedLoss(block, this.#ssrcs);
    if (share === undefined) return;
    this.#loss.handleReport(share, nowMs);
    this.#publish();
  }

  /** With the first packet: it and the next are the first probe. */
  #begin(nowMs: number): void {
    if (this.#isReported) return;
    this.#isReported = true;
    this.#pacer.probe(this.#control.startWith(FIRST_PROBE_BYTES, nowMs));
    this.#publish();
  }

  #countSound(bytes: number, nowMs: number): void {
    this.#sound.bytes += bytes;
    const elapsedMs = nowMs - this.#sound.sinceMs;
    if (elapsedMs < SOUND_WINDOW_MS) return;
    const bitsPerSecond = elapsedMs > 2 * SOUND_WINDOW_MS ? 0 : (this.#sound.bytes * 8_000) / elapsedMs;
    this.#sound = { sinceMs: nowMs, bytes: 0, bitsPerSecond };
  }

  #publish(): void {
    const { bitsPerSecond, reason } = (this.#isReported ? this.#control : this.#loss).estimate;
    const videoBitsPerSecond = Math.max(0, bitsPerSecond - this.#sound.bitsPerSecond);
    this.bandwidth.update({ bitsPerSecond, videoBitsPerSecond, reason });
  }
}
