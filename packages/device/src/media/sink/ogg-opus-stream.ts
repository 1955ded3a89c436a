/** @module Writes received Opus packets as an Ogg stream (RFC 7845) and fills gaps with silence. */
import { TokenBucket } from '@longwire/protocol';
import type { AudioPacket } from '../audio-sink.ts';
import { MAX_OGG_PACKET_BYTES, oggPage } from './ogg-page.ts';
import { opusTicks, SILENT_OPUS_PACKET, SILENT_OPUS_TICKS } from './opus-packet.ts';

const SILENT_PACKETS_PER_SECOND: number = 48_000 / SILENT_OPUS_TICKS;

/** Silence that fills gaps: 5 s, and then as much as time passes. Reason: a client may send any timestamp, and each packet with another jump; longer gaps are shortened. */
const SILENCE_RATE = { capacity: 5 * SILENT_PACKETS_PER_SECOND, refillPerSecond: SILENT_PACKETS_PER_SECOND };

/** A packet this much before the expected one, in ticks (5 s), is no late one: the client has started its stream again. */
const MAX_LATE_TICKS = 5 * 48_000;

/** The Ogg stream of one talk. */
export class OggOpusStream {
  readonly #serial = Math.floor(Math.random() * 2 ** 32);
  readonly #nowMs: () => number;
  readonly #silence: TokenBucket;
  #sequence = 0;
  #granule = 0;
  /** The timestamp of the next packet if there is no gap. */
  #expected: number | undefined;

  /** `nowMs` is a monotonic clock, in milliseconds. */
  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
    this.#silence = new TokenBucket(SILENCE_RATE, nowMs());
  }

  /** Returns the pages for a packet: headers before the first, silence for missing packets if there is room for it, none for a late packet. */
  write({ payload, timestamp }: AudioPacket, hasRoom = true): readonly Uint8Array[] {
    const ticks = opusTicks(payload);
    if (ticks === 0 || payload.length > MAX_OGG_PACKET_BYTES) return [];
    const gap = this.#expected === undefined ? 0 : (timestamp - this.#expected) | 0;
    if (gap < 0 && gap > -MAX_LATE_TICKS) return [];
    const pages = this.#expected === undefined ? this.#headers() : this.#silentPages(hasRoom ? gap : 0);
    this.#expected = (timestamp + ticks) >>> 0;
    return [...pages, this.#page(payload, ticks)];
  }

  #headers(): Uint8Array[] {
    const head = Buffer.alloc(19);
    head.write('OpusHead', 'latin1');
    // Version 1, two channels, pre-skip 0, input rate 48 kHz, no gain, channel mapping 0.
    head[8] = 1;
    head[9] = 2;
    head.writeUInt32LE(48_000, 12);
    const tags = Buffer.from('OpusTags\u0008\0\0\0Longwire\0\0\0\0', 'latin1');
    return [this.#page(head, 0, true), this.#page(tags, 0)];
  }

  #silentPages(gap: number): Uint8Array[] {
    const pages: Uint8Array[] = [];
    const count = Math.floor(gap / SILENT_OPUS_TICKS);
    while (pages.length < count && this.#silence.take(this.#nowMs()))
      pages.push(this.#page(SILENT_OPUS_PACKET, SILENT_OPUS_TICKS));
    return pages;
  }

  #page(packet: Uint8Array, ticks: number, isFirst = false): Uint8Array {
    this.#granule += ticks;
    const page = oggPage({
      packet,
      granule: this.#granule,
      serial: this.#serial,
      sequence: this.#sequence,
      isFirst,
    });
    this.#sequence += 1;
    return page;
  }
}
