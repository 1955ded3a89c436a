/** @module Blocks of one transfer that are under way at once: the line does not wait for a round trip after each. */
import type { CoapFrame } from '@longwire/protocol';
import { RequestLostError } from '../../request/request-lost-error.ts';
import { abortedByCaller } from '../../time/abort.ts';
import { limited, type Limits } from '../limited.ts';
import type { Asked, CoapLink } from './coap-link.ts';

/** Most blocks that are asked for, or sent, and not answered. Reason: one on the line while the device looks at another. */
const MAX_BLOCKS_UNDER_WAY = 2;

/**
 * Asks for blocks with the token of their transfer; answers come in the order of what was asked, as the channel keeps it. The first
 * message of the transfer was sent before: whatever ends it, the device may have done what it says.
 */
export class BlocksUnderWay {
  readonly #link: CoapLink;
  readonly #limits: Limits;
  readonly #asked: Asked[] = [];

  constructor(link: CoapLink, limits: Limits) {
    this.#link = link;
    this.#limits = limits;
  }

  /** How many are asked for. */
  get count(): number {
    return this.#asked.length;
  }

  /** Whether another may be asked for. */
  get hasRoom(): boolean {
    return this.#asked.length < MAX_BLOCKS_UNDER_WAY;
  }

  /** Asks for one more. @throws RequestLostError, EdgeError ERR_ABORTED */
  ask(message: CoapFrame): void {
    const { signal } = this.#limits;
    // It may have been given up by whoever was told of the block before.
    if (signal?.aborted) throw abortedByCaller(signal);
    try {
      this.#asked.push(this.#link.begin(message));
    } catch (cause) {
      throw laterLost(cause);
    }
  }

  /** The answer to what was asked first; its time limit begins now. @throws RequestLostError, EdgeError ERR_REQUEST_TIMEOUT, ERR_ABORTED */
  async next(): Promise<CoapFrame> {
    const asked = this.#asked.shift();
    try {
      return await limited<CoapFrame>(this.#limits, ({ resolve, reject }) => {
        asked?.answer.then(resolve, reject);
        return () => asked?.forget();
      });
    } catch (cause) {
      throw laterLost(cause);
    } finally {
      asked?.forget();
    }
  }

  /** Takes the answers to everything that was asked, and drops them. */
  async drop(): Promise<void> {
    while (this.count > 0) await this.next();
  }

  /** Waits for nothing any more. */
  close(): void {
    for (const asked of this.#asked.splice(0)) asked.forget();
  }
}

function laterLost(cause: unknown): unknown {
  return cause instanceof RequestLostError ? new RequestLostError(cause, true) : cause;
}
