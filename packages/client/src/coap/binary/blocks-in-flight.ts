/** @module The blocks of one transfer in flight: a transfer does not wait for a round trip after each block. */
import type { CoapFrame, WaitLimits } from '@longwire/protocol';
import { throwIfAborted, waitFor } from '@longwire/protocol/base';
import { RequestLostError } from '../../request/request-lost-error.ts';
import type { Asked, CoapLink } from './coap-link.ts';

/** Most blocks requested or sent but not answered. Reason: one travels while the device processes another. */
const MAX_BLOCKS_IN_FLIGHT = 2;

/**
 * Sends block requests with the token of their transfer; answers arrive in the order of the requests, since the
 * channel is ordered. The first message of the transfer was sent before: whatever ends the transfer, the device may
 * have executed the request.
 */
export class BlocksInFlight {
  readonly #link: CoapLink;
  readonly #limits: WaitLimits;
  readonly #asked: Asked[] = [];

  constructor(link: CoapLink, limits: WaitLimits) {
    this.#link = link;
    this.#limits = limits;
  }

  /** The number of unanswered blocks. */
  get count(): number {
    return this.#asked.length;
  }

  /** Whether another block may be requested. */
  get hasRoom(): boolean {
    return this.#asked.length < MAX_BLOCKS_IN_FLIGHT;
  }

  /** Sends the next block request. @throws RequestLostError, EdgeError ERR_ABORTED */
  ask(message: CoapFrame): void {
    // A progress listener may have aborted the transfer.
    throwIfAborted(this.#limits);
    try {
      this.#asked.push(this.#link.begin(message));
    } catch (cause) {
      throw laterLost(cause);
    }
  }

  /**
   * The answer to the oldest request; its time limit starts now. @throws RequestLostError, EdgeError
   * ERR_REQUEST_TIMEOUT, ERR_ABORTED
   */
  async next(): Promise<CoapFrame> {
    const asked = this.#asked.shift();
    try {
      return await waitFor<CoapFrame>(this.#limits, ({ resolve, reject }) => {
        asked?.answer.then(resolve, reject);
        return () => asked?.forget();
      });
    } catch (cause) {
      throw laterLost(cause);
    } finally {
      asked?.forget();
    }
  }

  /** Receives and drops the answers to all outstanding requests. */
  async drop(): Promise<void> {
    while (this.count > 0) await this.next();
  }

  /** Stops waiting for answers. */
  close(): void {
    for (const asked of this.#asked.splice(0)) asked.forget();
  }
}

function laterLost(cause: unknown): unknown {
  return cause instanceof RequestLostError ? new RequestLostError(cause, true) : cause;
}
