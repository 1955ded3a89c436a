/** @module Port for HTTP metrics. */

/** One completed HTTP request. */
export interface HttpCount {
  readonly method: string;
  /** The route's pattern, never the path itself. */
  readonly route: string;
  readonly status: number;
}

/** Counts of this process since its start. */
export interface Totals {
  /** Messages relayed between clients and devices. */
  readonly messages: number;
  /** Admitted clients, and attached devices. */
  readonly logins: number;
  readonly refusedLogins: number;
  /** Completed HTTP requests. */
  readonly requests: number;
}

/** Counters of HTTP, and all metrics as text. */
export interface HttpMetrics {
  countRequest(count: HttpCount): void;
  /** A password login of an operator. */
  countOperatorLogin(outcome: 'allowed' | 'refused' | 'throttled'): void;
  /** The counters for rates. */
  totals(): Totals;
  /** The content type of the text. */
  readonly contentType: string;
  /** All metrics in Prometheus' text format. */
  text(): Promise<string>;
}
