/** @module Caches the address of a host, so that DNS is not asked for each packet. */
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { reasonOf } from '../../log/reason-of.ts';

/** Options of {@link HostAddress}. */
export interface HostAddressOptions {
  /** A host name or an IP address. */
  readonly host: string;
  /** Called with the reason if the host was not found. */
  readonly handleFailure: (reason: string) => void;
  /** Resolves a name; by default with the system's resolver. */
  readonly resolve?: (name: string) => Promise<string>;
  /** A monotonic clock, in milliseconds. */
  readonly nowMs?: () => number;
}

/** How long an address is cached, in milliseconds. Reason: a new address is noticed within a minute. */
const CACHE_MS = 60_000;

/** The delay after a failed lookup, in milliseconds. */
const RETRY_MS = 5_000;

/** Resolves to IPv4, because the sockets for host names are IPv4. */
async function resolveBySystem(name: string): Promise<string> {
  const { address } = await lookup(name, { family: 4 });
  return address;
}

/** One host; its last address is used until a lookup returns a newer one. */
export class HostAddress {
  readonly #options: Required<HostAddressOptions>;
  #address: string | undefined;
  /** When the next lookup is due. */
  #nextLookupMs = Number.NEGATIVE_INFINITY;

  constructor({
    resolve = resolveBySystem,
    nowMs = () => performance.now(),
    ...options
  }: HostAddressOptions) {
    this.#options = { resolve, nowMs, ...options };
    if (isIP(options.host) !== 0) {
      this.#address = options.host;
      this.#nextLookupMs = Number.POSITIVE_INFINITY;
    }
  }

  /** The current address; undefined before the first lookup succeeds. Starts a lookup when one is due. */
  current(): string | undefined {
    if (this.#options.nowMs() >= this.#nextLookupMs) {
      // No second lookup until this one completes.
      this.#nextLookupMs = Number.POSITIVE_INFINITY;
      void this.#ask();
    }
    return this.#address;
  }

  async #ask(): Promise<void> {
    const { host, resolve, nowMs, handleFailure } = this.#options;
    try {
      this.#address = await resolve(host);
      this.#nextLookupMs = nowMs() + CACHE_MS;
    } catch (error) {
      this.#nextLookupMs = nowMs() + RETRY_MS;
      handleFailure(reasonOf(error));
    }
  }
}
