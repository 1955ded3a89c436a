/** @module The address of a host, asked for now and then instead of for each packet. */
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { reasonOf } from '../../log/reason-of.ts';

/** What a {@link HostAddress} needs. */
export interface HostAddressOptions {
  /** A name, or an address, which is its own. */
  readonly host: string;
  /** Hears why the host was not found. */
  readonly handleFailure: (reason: string) => void;
  /** Asks for the address of a name; the system unless given. */
  readonly resolve?: (name: string) => Promise<string>;
  /** Milliseconds of a clock that only goes forward. */
  readonly nowMs?: () => number;
}

/** How long an address is taken for right, in milliseconds. Reason: a host that moves is followed within a minute. */
const KEPT_MS = 60_000;

/** From a failure to the next question, in milliseconds. */
const RETRY_MS = 5_000;

/** IPv4: what the sockets are that send to a name. */
async function resolveBySystem(name: string): Promise<string> {
  const { address } = await lookup(name, { family: 4 });
  return address;
}

/** One host; the last address it had counts until a newer one is known. */
export class HostAddress {
  readonly #options: Required<HostAddressOptions>;
  #address: string | undefined;
  /** When it is asked for again. */
  #askMs = Number.NEGATIVE_INFINITY;

  constructor({
    resolve = resolveBySystem,
    nowMs = () => performance.now(),
    ...options
  }: HostAddressOptions) {
    this.#options = { resolve, nowMs, ...options };
    if (isIP(options.host) !== 0) {
      this.#address = options.host;
      this.#askMs = Number.POSITIVE_INFINITY;
    }
  }

  /** The address; undefined while it is not known. Has it asked for, when it is due. */
  current(): string | undefined {
    if (this.#options.nowMs() >= this.#askMs) {
      // Not again before this one is answered.
      this.#askMs = Number.POSITIVE_INFINITY;
      void this.#ask();
    }
    return this.#address;
  }

  async #ask(): Promise<void> {
    const { host, resolve, nowMs, handleFailure } = this.#options;
    try {
      this.#address = await resolve(host);
      this.#askMs = nowMs() + KEPT_MS;
    } catch (error) {
      this.#askMs = nowMs() + RETRY_MS;
      handleFailure(reasonOf(error));
    }
  }
}
