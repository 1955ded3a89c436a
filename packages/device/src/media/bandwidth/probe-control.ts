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
}

/** The duration of a probe, in milliseconds. Reason: five intervals of the pacer; on a line of half the rate it makes a queue of as much. */
const PROBE_MS = 25;
/** Fewest bytes of a probe. */
const MIN_PROBE_BYTES = 4_000;
/** How much higher than the estimate a probe goes. */
const STEP = 2;
/** A line that carries less than this share of a probe is full. */
const CARRIED = 0.9;
/** The estimate after a probe that the line did not carry, as a share of what arrived. Reason: full queues need room to empty. */
const BELOW_FULL = 0.95;
/** The share of a probe that must be reported. */
const REPORTED = 0.8;
/** Longest wait for the reports, in milliseconds. */
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
  next({ nowMs, bitsPerSecond, needed, comfortable }: ProbeConditions): Probe | undefined {
    const running = this.#running;
    if (running !== undefined && nowMs - running.startedMs > MAX_WAIT_MS) this.#end(nowMs, running.retryMs);
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

  /** Takes reported packets; returns the rate that the line carried once a probe is complete. */
  handleResults(results: readonly PacketResult[], nowMs: number): number | undefined {
    const probe = this.#running;
    if (probe === undefined) return undefined;
    for (const result of results) {
      if (result.probe !== probe.id) continue;
      probe.bytesReported += result.bytes;
      const { receivedMs } = result;
      if (receivedMs !== undefined) probe.results.push({ ...result, receivedMs });
    }
    if (probe.bytesReported < probe.bytes * REPORTED) return undefined;
    const carried = rateOf(probe.results);
    const isCarried = carried !== undefined && carried >= CARRIED * probe.bitsPerSecond;
    this.#end(nowMs, isCarried ? NEXT_MS : probe.retryMs);
    return carried;
  }

  #end(nowMs: number, waitMs: number): void {
    this.#running = undefined;
    this.#endedMs = nowMs;
    this.#nextMs = nowMs + waitMs;
  }
}

/** The lower of the rates of sending and of arrival; undefined if too few packets say anything. */
function rateOf(results: Running['results']): number | undefined {
  const total = results.reduce((sum, { bytes }) => sum + bytes, 0);
  if (total < MIN_PROBE_BYTES * REPORTED) return undefined;
  const sent = results.map(({ sentMs }) => sentMs);
  const received = results.map(({ receivedMs }) => receivedMs);
  const [firstSent, lastSent] = [Math.min(...sent), Math.max(...sent)];
  const [firstReceived, lastReceived] = [Math.min(...received), Math.max(...received)];
  // Of sending, the last burst is left out, and of arrival the first packet: their bytes are outside the span.
  const sentBytes = sumOf(results.filter(({ sentMs }) => sentMs < lastSent));
  const receivedBytes = sumOf(results.filter(({ receivedMs }) => receivedMs > firstReceived));
  const sending =
    lastSent > firstSent ? (sentBytes * 8_000) / (lastSent - firstSent) : Number.POSITIVE_INFINITY;
  if (receivedBytes === 0 && sending === Number.POSITIVE_INFINITY) return undefined;
  // All packets arrived within one unit of the reports.
  const arrival = (receivedBytes * 8_000) / Math.max(lastReceived - firstReceived, 0.25);
  if (arrival >= CARRIED * sending) return Math.min(sending, arrival);
  return BELOW_FULL * arrival;
}

function sumOf(results: Running['results']): number {
  return results.reduce((sum, { bytes }) => sum + bytes, 0);
}
