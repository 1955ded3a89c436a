/** @module Repeats packets of one stream that its viewer has lost: when it asks for them, and when the reports of arrival show it. */
import { TokenBucket, type Clock } from '@longwire/protocol';
import type { PacedQueue } from '../bandwidth/connection-pacer.ts';
import type { MediaTransport } from '../bandwidth/media-transport.ts';
import { SentPackets } from './sent-packets.ts';

/** A packet that has been sent. */
export interface RepeatedPacket {
  /** On the network. */
  readonly bytes: number;
  /** How often it has been sent. */
  sendings: number;
}

/** Options of {@link PacketRepeats}. */
export interface PacketRepeatsOptions<T extends RepeatedPacket> {
  readonly kind: 'audio' | 'video';
  readonly transport: MediaTransport;
  readonly clock: Clock;
  /** Sends a packet again. The arrival of a copy is not reported, because the viewer counts only the first one. */
  readonly write: (sequenceNumber: number, packet: T, options: { readonly isCopy: boolean }) => void;
}

/** Retransmissions per second. Reason: a few bytes request 17 packets; a viewer that requests all of them must not take the time of others, and requests for unsent packets must not block other viewers. */
const RESENT_RATE = { capacity: 500, refillPerSecond: 500 } as const;

/** How often a packet may have been sent and still be repeated by a report. Reason: one that arrived late is reported as lost, each time. */
const MAX_SENDINGS = 2;

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
      for (const isCopy of transport.losesAtRandom ? [false, true] : [false]) {
        if (kind === 'video' && !transport.takeRepeat(packet.bytes)) return;
        this.#push(sequenceNumber, packet, isCopy);
      }
    }
  }

  /** Sends a copy of a packet that need not be lost. */
  copy(sequenceNumber: number): void {
    const packet = this.#sent.get(sequenceNumber);
    if (packet !== undefined) this.#push(sequenceNumber, packet, true);
  }

  /** Repeats a packet whose sending, the first being 1, is reported as lost, unless it has been repeated since. */
  handleLost(sequenceNumber: number, sending: number): void {
    if (sending <= MAX_SENDINGS && this.#sent.get(sequenceNumber)?.sendings === sending)
      this.resend([sequenceNumber]);
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

  #push(sequenceNumber: number, packet: T, isCopy: boolean): void {
    const send = (): boolean => {
      this.#options.write(sequenceNumber, packet, { isCopy });
      // Not tried again: the viewer asks once more for what it still needs.
      return true;
    };
    this.#queue.push([{ bytes: packet.bytes, endsFrame: true, isKeyframe: false, send }]);
  }
}
