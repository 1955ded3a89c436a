/** @module Counts received and lost packets of one stream (RFC 3550 sections 6.4.1 and A.3). */
import { stepsBetween } from './sequence-number.ts';

/** Reception statistics of a stream. Jitter is not measured, because it does not affect what browsers send. */
export interface ReceptionReport {
  readonly ssrc: number;
  /** The fraction of packets lost since the last report, in 256ths. */
  readonly fractionLost: number;
  /** Packets lost in total; negative if packets were duplicated. */
  readonly lost: number;
  /** The highest sequence number, with the number of wrap-arounds in the upper 16 bits. */
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

  /** The statistics since the last report. */
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
