/** @module What the HTTP side counts and shows, as a port. */

/** One answered HTTP request. */
export interface HttpCount {
  readonly method: string;
  /** The route's pattern, never the path itself. */
  readonly route: string;
  readonly status: number;
}

/** What this process has counted since it started. */
export interface Totals {
  /** Messages passed on between clients and devices. */
  readonly messages: number;
  /** Clients that were let in, and devices that attached. */
  readonly logins: number;
  readonly refusedLogins: number;
  /** Answered HTTP requests. */
  readonly requests: number;
}

/** Counters of the HTTP side, and all counters as text. */
export interface HttpMetrics {
  countRequest(count: HttpCount): void;
  /** A password login of an operator. */
  countOperatorLogin(outcome: 'allowed' | 'refused' | 'throttled'): void;
  /** The counters that rates are made of. */
  totals(): Totals;
  /** The content type of the text. */
  readonly contentType: string;
  /** Everything, in Prometheus' text format. */
  text(): Promise<string>;
}
