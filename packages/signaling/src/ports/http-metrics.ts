/** @module What the HTTP side counts and shows, as a port. */

/** One answered HTTP request. */
export interface HttpCount {
  readonly method: string;
  /** The route's pattern, never the path itself. */
  readonly route: string;
  readonly status: number;
}

/** Counters of the HTTP side, and all counters as text. */
export interface HttpMetrics {
  countRequest(count: HttpCount): void;
  /** A password login of an operator. */
  countOperatorLogin(outcome: 'allowed' | 'refused' | 'throttled'): void;
  /** The content type of the text. */
  readonly contentType: string;
  /** Everything, in Prometheus' text format. */
  text(): Promise<string>;
}
