/** @module What has arrived of one stream, and what has not (RFC 3550 sections 6.4.1 and A.3). */
import { stepsBetween } from './sequence-number.ts';

/** What is reported about a stream. Jitter is not measured: it shapes nothing that a browser sends. */
export interface ReceptionReport {
  readonly ssrc: number;
  /** Of the packets since the last report, in 256ths. */
  readonly fractionLost: number;
  /** Since the beginning; negative when packets came twice. */
  readonly lost: number;
  /** With how often the number has wrapped around above it. */
  readonly highestSequenceNumber: number;
}

const MAX_LOST = 2 ** 23 - 1;
const MIN_LOST = -(2 ** 23);

/** Counts one stream. */
export class Reception {
  readonly ssrc: number;
  readonly #first: number;
  #highest: number;
  #received = 0;
  #reportedExpected = 0;
  #reportedReceived = 0;

  constructor({ ssrc, sequenceNumber }: { readonly ssrc: number; readonly sequenceNumber: number }) {
    this.ssrc = ssrc;
    this.#first = sequenceNumber;
    this.#highest = sequenceNumber;
  }

  /** Counts a packet. */
  handlePacket(sequenceNumber: number): void {
    this.#received += 1;
    this.#highest += Math.max(0, stepsBetween(this.#highest, sequenceNumber));
  }

  /** What there is to say since the last time. */
  report(): ReceptionReport {
    const expected = this.#highest - this.#first + 1;
    const expectedSince = expected - this.#reportedExpected;
    const lostSince = expectedSince - (this.#received - this.#reportedReceived);
    this.#reportedExpected = expected;
    this.#reportedReceived = this.#received;
    return {
      ssrc: this.ssrc,
      fractionLost: lostSince <= 0 ? 0 : Math.min(255, Math.floor((lostSince * 256) / expectedSince)),
      lost: Math.max(MIN_LOST, Math.min(MAX_LOST, expected - this.#received)),
      highestSequenceNumber: this.#highest % 2 ** 32,
    };
  }
}
