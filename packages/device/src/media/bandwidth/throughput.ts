/** @module The rates at which the same packets were sent and arrived. */

/** The time over which the rate is measured, in milliseconds. Reason: several frames and reports, and short enough to follow a line that became slower. */
const WINDOW_MS = 400;

/** The same by our own clock, in milliseconds. Reason: a viewer can stop its clock; a queue that empties lets two seconds arrive at once. */
const SENT_WINDOW_MS = 2_000;

/** Most packets of a window. Reason: 400 ms at 100 Mbit/s are 4,200, and all are read with each report. */
const MAX_ARRIVALS = 5_000;

/** Shortest time that gives a rate, in milliseconds. */
const MIN_SPAN_MS = 100;

/** The time of the newest packets, in milliseconds. Reason: two reports. */
const RECENT_MS = 150;

/** In bit/s. */
export interface Rates {
  readonly arriving: number;
  readonly sending: number;
  /** What the newest packets arrive at: the rate of the line while a queue grows. */
  readonly recent: number;
}

interface Transit {
  readonly sentMs: number;
  readonly receivedMs: number;
  readonly bytes: number;
}

/** Measures over a sliding window, on the viewer's clock. */
export class Throughput {
  #arrivals: Transit[] = [];
  #newestMs = Number.NEGATIVE_INFINITY;
  #newestSentMs = Number.NEGATIVE_INFINITY;

  /** Adds a packet. */
  add(transit: Transit): void {
    const { sentMs, receivedMs } = transit;
    // A clock that jumped back starts again.
    if (receivedMs < this.#newestMs - WINDOW_MS) {
      this.#arrivals = [];
      this.#newestMs = receivedMs;
    }
    this.#newestMs = Math.max(this.#newestMs, receivedMs);
    this.#newestSentMs = Math.max(this.#newestSentMs, sentMs);
    this.#arrivals.push(transit);
  }

  /** The rates; undefined before enough time has passed. */
  measure(): Rates | undefined {
    this.#arrivals = this.#arrivals
      .slice(-MAX_ARRIVALS)
      .filter(
        ({ sentMs, receivedMs }) =>
          receivedMs > this.#newestMs - WINDOW_MS && sentMs > this.#newestSentMs - SENT_WINDOW_MS,
      );
    const first = earliest(this.#arrivals);
    if (first === undefined) return undefined;
    const spanMs = this.#newestMs - first.receivedMs;
    if (spanMs < MIN_SPAN_MS) return undefined;
    // The first packet marks the beginning of the span, so its bytes arrived before it.
    const bytes = this.#arrivals.reduce((sum, arrival) => sum + arrival.bytes, -first.bytes);
    const sentMs = this.#arrivals.map((arrival) => arrival.sentMs);
    const sentSpanMs = Math.max(1, Math.max(...sentMs) - Math.min(...sentMs));
    const arriving = (bytes * 8_000) / spanMs;
    return { arriving, sending: (bytes * 8_000) / sentSpanMs, recent: this.#recent() ?? arriving };
  }

  #recent(): number | undefined {
    const newest = this.#arrivals.filter(({ receivedMs }) => receivedMs > this.#newestMs - RECENT_MS);
    const first = earliest(newest);
    const spanMs = this.#newestMs - (first?.receivedMs ?? this.#newestMs);
    if (first === undefined || spanMs < MIN_SPAN_MS) return undefined;
    return (newest.reduce((sum, { bytes }) => sum + bytes, -first.bytes) * 8_000) / spanMs;
  }
}

/** The packet that arrived first; the network may have changed the order. */
function earliest(arrivals: readonly Transit[]): Transit | undefined {
  return arrivals.reduce<Transit | undefined>(
    (first, arrival) => (first === undefined || arrival.receivedMs < first.receivedMs ? arrival : first),
    undefined,
  );
}
