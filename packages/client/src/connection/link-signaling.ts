/** @module The signaling of an open link: whether it answers, fresh ICE servers, and the reason of the application's close. */
import type { IceServer, TurnReply } from '@longwire/protocol';
import { onAbort } from '@longwire/protocol/base';
import type { CallOptions } from '../request/request-options.ts';
import { checkTimeLimit, EdgeError, specError, waitFor, withLimits } from '../shared.ts';
import type { PeerSignaling } from '../signaling/peer-signaling.ts';
import { checkCloseReason } from './check-close-reason.ts';
import type { ResolvedOptions } from './options.ts';
import { expiryOf } from './turn-expiry.ts';

/** Default time limit of the service's answer, in milliseconds. Reason: several round trips of a slow network. */
const ANSWER_MS = 5000;

/** How long the device may take to end the connection, in milliseconds. Reason: a round trip by the service; its own end comes at most 500 ms later. */
const LAST_WORDS_MS = 400;

/** Options of {@link LinkSignaling}. */
export interface LinkSignalingOptions {
  readonly signaling: PeerSignaling | undefined;
  /** Passed in, because the code that starts to connect has it (docs/adr/0033). */
  readonly serversOf: (reply: TurnReply) => readonly IceServer[];
  readonly options: ResolvedOptions;
  /** Aborted when the connection ends. */
  readonly owner: AbortSignal;
}

/** What an application does with the signaling of a connection that is open. */
export class LinkSignaling {
  readonly #given: LinkSignalingOptions;

  constructor(given: LinkSignalingOptions) {
    this.#given = given;
  }

  /** Whether the service answers in time. */
  async checkAlive(call?: CallOptions): Promise<boolean> {
    try {
      await this.refreshIceServers(call);
      return true;
    } catch (error) {
      if (
        error instanceof EdgeError &&
        (error.code === 'ERR_WEBSOCKET' || error.code === 'ERR_REQUEST_TIMEOUT')
      )
        return false;
      throw error;
    }
  }

  /** Asks for the ICE servers again, and keeps them for the next connection. */
  async refreshIceServers({ signal, timeoutMs = ANSWER_MS }: CallOptions = {}): Promise<void> {
    checkTimeLimit('timeoutMs', timeoutMs);
    const { signaling, serversOf, options, owner } = this.#given;
    const time = { clock: options.clock, limitMs: timeoutMs, error: unanswered };
    const reply = await withLimits<TurnReply | undefined>(
      { owner, signal, time },
      async (limits) => await signaling?.askAgain(limits),
    );
    if (reply === undefined) throw specError('ERR_WEBSOCKET');
    options.cache.rememberServers(serversOf(reply), expiryOf);
  }

  /** Closes the socket with a reason for the device, and resolves when the device has ended the connection, within 400 ms. Rejects with ERR_REQUEST_INVALID. */
  async close(reason: string, onDoubt: (listener: () => void) => () => void): Promise<void> {
    checkCloseReason(reason);
    const { signaling, options, owner } = this.#given;
    signaling?.close(reason);
    if (owner.aborted) return;
    await waitFor<void>({}, ({ resolve }) => {
      const offs = [
        options.clock.schedule(LAST_WORDS_MS, resolve),
        onDoubt(resolve),
        onAbort(owner, () => resolve()),
      ];
      return () => offs.forEach((off) => off());
    });
  }
}

function unanswered(limitMs: number): EdgeError {
  return new EdgeError('ERR_REQUEST_TIMEOUT', `the service did not answer within ${limitMs} ms`);
}
