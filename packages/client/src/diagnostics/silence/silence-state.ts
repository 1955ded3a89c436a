/** @module Decides whether a device is silent from the browser's packet counters; pure. */
import { StatsEntries, type StatsSource } from '../stats/stats-entry.ts';

/**
 * A device is silent after this time without any packet, in milliseconds. Reason: a person must see it within two seconds of the last
 * packet, including one poll (200 ms) and rendering; and a path whose answers take one and a half seconds is not silent.
 */
export const SILENCE_MS = 1600;

/**
 * A device is silent after this time without a decrypted packet, even if other packets arrive, in milliseconds. Reason: anyone on the path
 * can send packets, and the service even valid STUN; a device that is busy for some seconds answers those and nothing else.
 */
export const UNDECRYPTED_MS = 6000;

/**
 * The device is probed after this time without a decrypted packet, in milliseconds. Reason: a connection without media
 * carries one STUN check in two and a half seconds (docs/platform.md), and there must be time for the answer.
 */
export const ASK_AFTER_MS = 800;

/** Longest time that counts between two polls, in milliseconds. Reason: while this page did not run, the device was not silent. */
export const MAX_STEP_MS = 400;

/** The browser's packet counters since the connection began. */
export interface Counters {
  /** All packets. */
  readonly packets: number;
  /** Packets that decrypted correctly: only the verified device can send them. Undefined if the browser does not count them. */
  readonly decrypted: number | undefined;
}

/** The state after one poll. */
export interface SilenceState {
  readonly counters: Counters | undefined;
  /** Time without any packet, in milliseconds. */
  readonly quietMs: number;
  /** Time without a decrypted packet, in milliseconds. */
  readonly undecryptedMs: number;
  readonly isSilent: boolean;
}

/** The initial state: not silent. */
export const INITIAL_SILENCE_STATE: SilenceState = {
  counters: undefined,
  quietMs: 0,
  undecryptedMs: 0,
  isSilent: false,
};

/** The state after the next poll, `elapsedMs` later. A silent device stays silent until a packet is decrypted. */
export function nextSilenceState(before: SilenceState, counters: Counters, elapsedMs: number): SilenceState {
  const stepMs = Math.min(elapsedMs, MAX_STEP_MS);
  const { packets, decrypted = packets } = counters;
  const { packets: packetsBefore, decrypted: decryptedBefore = packetsBefore } = before.counters ?? {};
  const hasDecrypted = decrypted !== decryptedBefore;
  const hasPacket = hasDecrypted || packets !== packetsBefore;
  const quietMs = hasPacket ? 0 : before.quietMs + stepMs;
  const undecryptedMs = hasDecrypted ? 0 : before.undecryptedMs + stepMs;
  const isOver = quietMs >= SILENCE_MS || undecryptedMs >= UNDECRYPTED_MS;
  return { counters, quietMs, undecryptedMs, isSilent: !hasDecrypted && (before.isSilent || isOver) };
}

const PACKETS = ['packetsReceived', 'bytesReceived', 'requestsReceived', 'responsesReceived'];

/** The counters of a report; undefined if it has none. */
export function countersOf(report: StatsSource): Counters | undefined {
  const entries = new StatsEntries(report);
  const counts = (type: string, keys: readonly string[]): readonly number[] =>
    entries.ofType(type).flatMap((entry) => keys.flatMap((key) => entry.count(key) ?? []));
  const packets = [...counts('transport', PACKETS), ...counts('candidate-pair', PACKETS)];
  const decrypted = [
    ...counts('data-channel', ['messagesReceived']),
    ...counts('inbound-rtp', ['packetsReceived']),
  ];
  if (packets.length === 0 && decrypted.length === 0) return undefined;
  return { packets: sum(packets), decrypted: decrypted.length === 0 ? undefined : sum(decrypted) };
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
