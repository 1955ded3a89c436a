/** @module Whether a device is silent, by what has arrived from it so far: pure. */
import { StatsEntries, type StatsSource } from '../stats/stats-entry.ts';

/**
 * How long nothing may arrive, in milliseconds. Reason: a person is to see it within two seconds of the last packet, of which one look
 * (200 ms) and the screen need their part, and a line whose answers take one and a half seconds is not silent.
 */
export const SILENCE_MS = 1600;

/**
 * How long nothing that was decrypted may arrive though packets do, in milliseconds. Reason: anyone on the path can send packets, the
 * service even valid STUN; a device that computes for some seconds answers those and nothing else.
 */
export const UNPROVEN_MS = 6000;

/**
 * How long nothing that was decrypted may arrive before the device is asked for an answer, in milliseconds. Reason: a connection
 * without media carries one STUN check in two and a half seconds (docs/platform.md), and there must be time for the answer.
 */
export const ASK_AFTER_MS = 800;

/** Most time that counts between two looks, in milliseconds. Reason: when this page did not run, the device was not silent. */
export const MAX_STEP_MS = 400;

/** What a browser has counted since the connection began. */
export interface Counters {
  /** Everything. */
  readonly packets: number;
  /** Of it what was decrypted: only the verified device can make it. Undefined in a browser that does not count it. */
  readonly proven: number | undefined;
}

/** What is known at one look. */
export interface Heard {
  readonly counters: Counters | undefined;
  /** For how long nothing has arrived, and nothing that was decrypted, in milliseconds. */
  readonly quietMs: number;
  readonly unprovenMs: number;
  readonly isSilent: boolean;
}

/** The beginning: not silent. */
export const NOTHING_YET: Heard = { counters: undefined, quietMs: 0, unprovenMs: 0, isSilent: false };

/** What is known after the next look, `elapsedMs` later. What was silent is so until something is decrypted again. */
export function hear(before: Heard, counters: Counters, elapsedMs: number): Heard {
  const stepMs = Math.min(elapsedMs, MAX_STEP_MS);
  const { packets, proven = packets } = counters;
  const { packets: packetsBefore, proven: provenBefore = packetsBefore } = before.counters ?? {};
  const hasProof = proven !== provenBefore;
  const hasPacket = hasProof || packets !== packetsBefore;
  const quietMs = hasPacket ? 0 : before.quietMs + stepMs;
  const unprovenMs = hasProof ? 0 : before.unprovenMs + stepMs;
  const isOver = quietMs >= SILENCE_MS || unprovenMs >= UNPROVEN_MS;
  return { counters, quietMs, unprovenMs, isSilent: !hasProof && (before.isSilent || isOver) };
}

const PACKETS = ['packetsReceived', 'bytesReceived', 'requestsReceived', 'responsesReceived'];

/** The counters of a report; undefined where it has none. */
export function countersOf(report: StatsSource): Counters | undefined {
  const entries = new StatsEntries(report);
  const counts = (type: string, keys: readonly string[]): readonly number[] =>
    entries.ofType(type).flatMap((entry) => keys.flatMap((key) => entry.count(key) ?? []));
  const packets = [...counts('transport', PACKETS), ...counts('candidate-pair', PACKETS)];
  const proven = [
    ...counts('data-channel', ['messagesReceived']),
    ...counts('inbound-rtp', ['packetsReceived']),
  ];
  if (packets.length === 0 && proven.length === 0) return undefined;
  return { packets: sum(packets), proven: proven.length === 0 ? undefined : sum(proven) };
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
