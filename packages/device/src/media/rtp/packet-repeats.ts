/** @module Repeats packets of one stream that its viewer has lost: when it asks for them, and when the reports of arrival show it. */
import { TokenBucket, type Clock } from '@longwire/protocol';
import type { PacedQueue } from '../bandwidth/connection-pacer.ts';
import type { MediaTransport } from '../bandwidth/media-transport.ts';
import { SentPackets } from './sent-packets.ts';

/** A packet that has been sent. */
export interface RepeatedPacket {
  /** On the network. */
  readonly bytes: number;
  /** Whether it has been sent again because it was lost. */
  isRepeated: boolean;
}

/** Options of {@link PacketRepeats}. */
export interface PacketRepeatsOptions<T extends RepeatedPacket> {
  readonly kind: 'audio' | 'video';
  readonly transport: MediaTransport;
  readonly clock: Clock;
  /** Sends a packet again, the same bytes as at first (ADR 76). */
  readonly send: (sequenceNumber: number, packet: T) => void;
}

/** Retransmissions per second. Reason: a few bytes request 17 packets; a viewer that requests all of them must not take the time of others, and requests for unsent packets must not block other viewers. */
const RESENT_RATE = { capacity: 500, refillPerSecond: 500 } as const;

/** Repeated packets that are dropped need nothing: the viewer asks for them again. */
const ignoreStuck = (): void => undefined;

/** The sent packets of one stream. */
export class PacketRepeats<T extends RepeatedPacket> {
  readonly #options: PacketRepeatsOptions<T>;
  readonly #queue: PacedQueue;
  readonly #bucket: TokenBucket;
  #sent = new SentPackets<T>();

  constructor(options: PacketRepeatsOptions<T>) {
    const { kind, transport, clock } = options;
    this.#options = options;
    this.#queue = transport.open({ kind: kind === 'audio' ? 'sound' : 'repeat', onStuck: ignoreStuck });
    this.#bucket = new TokenBucket(RESENT_RATE, clock.monotonic());
  }

  /** Whether the limit allows another packet now. */
  get canResend(): boolean {
    return this.#bucket.hasToken(this.#options.clock.monotonic());
  }

  /** Stores a sent packet; sequence numbers must be consecutive. */
  add(sequenceNumber: number, packet: T): void {
    this.#sent.add(sequenceNumber, packet);
  }

  /** Sends packets again that are still stored; twice where the line loses packets at random, so that a lost one is seldom asked for again. */
  resend(sequenceNumbers: readonly number[]): void {
    const { clock, kind, transport } = this.#options;
    for (const sequenceNumber of sequenceNumbers) {
      if (!this.#bucket.take(clock.monotonic())) return;
      const packet = this.#sent.get(sequenceNumber);
      if (packet === undefined) continue;
      for (let times = transport.losesAtRandom ? 2 : 1; times > 0; times -= 1) {
        if (kind === 'video' && !transport.takeRepeat(packet.bytes)) return;
        packet.isRepeated = true;
        this.#push(sequenceNumber, packet);
      }
    }
  }

  /** Sends a copy of a packet that need not be lost. */
  copy(sequenceNumber: number): void {
    const packet = this.#sent.get(sequenceNumber);
    if (packet !== undefined) this.#push(sequenceNumber, packet);
  }

  /** Repeats a packet that is reported as lost, unless it has been repeated since. */
  handleLost(sequenceNumber: number): void {
    if (this.#sent.get(sequenceNumber)?.isRepeated === false) this.resend([sequenceNumber]);
  }

  /** Forgets all packets: none of them is of use to the viewer any more. */
  clear(): void {
    this.#queue.clear();
    this.#sent = new SentPackets();
  }

  /** Leaves the pacer. */
  close(): void {
    this.#queue.close();
  }

  #push(sequenceNumber: number, packet: T): void {
    const send = (): boolean => {
      this.#options.send(sequenceNumber, packet);
      // Not tried again: the viewer asks once more for what it still needs.
      return true;
    };
    this.#queue.push([{ bytes: packet.bytes, endsFrame: true, isKeyframe: false, send }]);
  }
}
