/** @module Tries higher rates for a moment before they are used: a short burst at the rate, whose arrival shows what the line carries. */
import type { PacketResult } from './sent-history.ts';

/** A burst to send. */
export interface Probe {
  readonly id: number;
  readonly bitsPerSecond: number;
  readonly bytes: number;
  /** Whether it is sent at its rate, with padding; otherwise it consists of what is sent anyway. */
  readonly isPadded: boolean;
}

/** When to probe. */
export interface ProbeConditions {
  readonly nowMs: number;
  readonly bitsPerSecond: number;
  /** The rate that the senders need, in bit/s, and one at which they would send a keyframe at once. */
  readonly needed: number;
  readonly comfortable: number;
  readonly roundTripMs: number;
}

/** The duration of a probe, in milliseconds. Reason: five intervals of the pacer; on a line of half the rate it makes a queue of as much. */
const PROBE_MS = 25;
/** Fewest bytes of a probe. */
const MIN_PROBE_BYTES = 4_000;
/** How much higher than the estimate a probe goes. */
const STEP = 2;
/** A line that carries less than this share of a probe is full. */
const CARRIED = 0.9;
/** Packets that arrive at more than this multiple of the rate at which they were sent were held back, so that rate says nothing of the line (kMaxValidRatio in libwebrtc's probe_bitrate_estimator.cc). */
const HELD_BACK = 2;
/** Least share of its rate at which a probe is sent and arrives for the next one to follow soon. Reason: a short probe of whole packets leaves somewhat slower. */
const ENOUGH = 0.7;
/** The estimate after a probe that the line did not carry, as a share of what arrived. Reason: full queues need room to empty. */
const BELOW_FULL = 0.95;
/** The share of a probe that must be reported. */
const REPORTED = 0.8;
/** Longest wait for the reports, in milliseconds beyond the round trip. */
const MAX_WAIT_MS = 1_000;
/** The time to the next probe after one that was carried, and after one that was not, in milliseconds. */
const NEXT_MS = 200;
const RETRY_MS = 1_500;
/** The same if the senders have what they need. Reason: a probe that fails delays them. */
const COMFORT_RETRY_MS = 30_000;

interface Running extends Probe {
  readonly startedMs: number;
  readonly retryMs: number;
  readonly results: (PacketResult & { readonly receivedMs: number })[];
  bytesReported: number;
}

/** One probe at a time. */
export class ProbeControl {
  #running: Running | undefined;
  #nextMs = 0;
  #endedMs = Number.NEGATIVE_INFINITY;
  #id = 0;

  /** Starts a probe. */
  start(probe: Omit<Probe, 'id'>, nowMs: number, retryMs: number = RETRY_MS): Probe {
    this.#id += 1;
    this.#running = { ...probe, id: this.#id, startedMs: nowMs, retryMs, results: [], bytesReported: 0 };
    return this.#running;
  }

  /** The next probe, if it is time for one. */
  next({ nowMs, bitsPerSecond, needed, comfortable, roundTripMs }: ProbeConditions): Probe | undefined {
    const running = this.#running;
    if (running !== undefined && nowMs - running.startedMs > roundTripMs + MAX_WAIT_MS)
      this.#end(nowMs, running.retryMs);
    if (this.#running !== undefined || bitsPerSecond >= comfortable * CARRIED) return undefined;
    const isNeeded = bitsPerSecond < needed * CARRIED;
    // What became needed meanwhile does not wait for the long time.
    if (nowMs < (isNeeded ? Math.min(this.#nextMs, this.#endedMs + RETRY_MS) : this.#nextMs))
      return undefined;
    const rate = Math.min(bitsPerSecond * STEP, isNeeded ? needed : comfortable);
    const bytes = Math.max(MIN_PROBE_BYTES, (rate * PROBE_MS) / 8_000);
    return this.start(
      { bitsPerSecond: rate, bytes, isPadded: true },
      nowMs,
      isNeeded ? RETRY_MS : COMFORT_RETRY_MS,
    );
  }

  /** Puts off the next probe, because the line is full. */
  wait(nowMs: number): void {
    this.#nextMs = Math.max(this.#nextMs, nowMs + RETRY_MS / 2);
    this.#endedMs = Math.max(this.#endedMs, nowMs - RETRY_MS / 2);
  }

  /**
   * Takes reported packets; returns the rate that the line carried once a probe is complete. `delayMs` is the difference
   * between arrival and sending without a queue.
   */
  handleResults(results: readonly PacketResult[], delayMs: number, nowMs: number): number | undefined {
    const probe = this.#running;
    if (probe === undefined) return undefined;
    for (const result of results) {
      if (result.probe !== probe.id) continue;
      probe.bytesReported += result.bytes;
      const { receivedMs } = result;
      if (receivedMs !== undefined) probe.results.push({ ...result, receivedMs });
    }
    if (probe.bytesReported < probe.bytes * REPORTED) return undefined;
    const measured = measure(probe.results, delayMs);
    const isCarried =
      measured !== undefined && !measured.isFull && measured.bitsPerSecond >= ENOUGH * probe.bitsPerSecond;
    this.#end(nowMs, isCarried ? NEXT_MS : probe.retryMs);
    return measured?.bitsPerSecond;
  }

  #end(nowMs: number, waitMs: number): void {
    this.#running = undefined;
    this.#endedMs = nowMs;
    this.#nextMs = nowMs + waitMs;
  }
}

/** The lower of the rates of sending and of arrival, and whether the line made it so; undefined if too few packets say anything. */
function measure(
  results: Running['results'],
  delayMs: number,
): { readonly bitsPerSecond: number; readonly isFull: boolean } | undefined {
  if (sumOf(results) < MIN_PROBE_BYTES * REPORTED) return undefined;
  const sent = results.map(({ sentMs }) => sentMs);
  const [firstSent, lastSent] = [Math.min(...sent), Math.max(...sent)];
  const firstReceived = Math.min(...results.map(({ receivedMs }) => receivedMs));
  if (lastSent === firstSent) {
    // One burst: the bytes of its first packet arrived before the span of time.
    const others = results.filter(({ receivedMs }) => receivedMs > firstReceived);
    const lastReceived = Math.max(...results.map(({ receivedMs }) => receivedMs));
    if (others.length === 0) return undefined;
    return { bitsPerSecond: BELOW_FULL * rate(others, lastReceived - firstReceived), isFull: true };
  }
  // From burst to burst, on both sides: the bytes of the last one are outside both spans.
  const before = results.filter(({ sentMs }) => sentMs < lastSent);
  const last = results.filter(({ sentMs }) => sentMs === lastSent);
  const reachedMs = Math.min(...last.map(({ receivedMs }) => receivedMs));
  const sending = rate(before, lastSent - firstSent);
  const reached = rate(before, reachedMs - firstReceived);
  const arrival = reached > HELD_BACK * sending ? 0 : reached;
  const least = Math.min(sending, carriedAtLeast(results, { firstSent, delayMs }));
  const carried = Math.max(arrival, least);
  if (carried >= CARRIED * sending) return { bitsPerSecond: Math.min(sending, carried), isFull: false };
  return { bitsPerSecond: Math.max(BELOW_FULL * arrival, least), isFull: true };
}

/**
 * What the line has carried at least, whatever jitter did to the times of arrival: each packet shows that all that was sent before it
 * had left the queue by the time at which it arrived, less the delay without a queue.
 */
function carriedAtLeast(
  results: Running['results'],
  { firstSent, delayMs }: { readonly firstSent: number; readonly delayMs: number },
): number {
  let most = 0;
  for (const { sentMs, receivedMs } of results) {
    const before = results.filter((result) => result.sentMs < sentMs);
    if (sumOf(before) < MIN_PROBE_BYTES / 2) continue;
    most = Math.max(most, rate(before, receivedMs - delayMs - firstSent));
  }
  return most;
}

/** In bit/s; reports have a unit of a quarter of a millisecond. */
function rate(results: Running['results'], durationMs: number): number {
  return (sumOf(results) * 8_000) / Math.max(durationMs, 0.25);
}

function sumOf(results: Running['results']): number {
  return results.reduce((sum, { bytes }) => sum + bytes, 0);
}
