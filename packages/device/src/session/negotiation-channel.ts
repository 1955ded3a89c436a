/** @module The device's side of `negotiation/1`: a data channel for offers and answers (docs/protocol/negotiation.md). */
import {
  encodeSignalingMessage,
  parseRelayedMessage,
  TokenBucket,
  type Logger,
  type RelayedMessage,
} from '@longwire/protocol';
import type { SafeChannel } from '../peer/safe-channel.ts';

/** Options of {@link NegotiationChannel}. */
export interface NegotiationChannelOptions {
  readonly channel: SafeChannel;
  readonly logger: Logger;
  readonly handleMessage: (message: RelayedMessage) => void;
  /** Called when the session must end because nothing can be negotiated any more. */
  readonly handleEnd: (reason: string) => void;
}

/** How often a client may send descriptions. Reason: the same limit as the service's; each one costs an answer. */
export const NEGOTIATION_RATE = { capacity: 100, refillPerSecond: 30 } as const;

/** Sends and receives descriptions; ignores messages that are not part of the negotiation. */
export class NegotiationChannel {
  readonly #options: NegotiationChannelOptions;
  readonly #bucket = new TokenBucket(NEGOTIATION_RATE, performance.now());

  constructor(options: NegotiationChannelOptions) {
    const { channel, logger, handleEnd } = options;
    this.#options = options;
    channel.on('text', (text) => this.#handleText(text));
    channel.on('bytes', () => logger.debug('negotiation.message-ignored', { reason: 'not text' }));
    channel.on('closed', (end) => {
      // A lost channel needs no report: the connection reports its own end.
      if (end === 'closed') handleEnd('negotiation channel closed');
    });
  }

  send(message: RelayedMessage): void {
    const { channel, logger, handleEnd } = this.#options;
    try {
      channel.send(encodeSignalingMessage(message));
    } catch (error) {
      logger.warn('negotiation.send-failed', { error });
      handleEnd('cannot send a description on the negotiation channel');
    }
  }

  #handleText(text: string): void {
    const { logger, handleMessage, handleEnd } = this.#options;
    if (!this.#bucket.take(performance.now())) {
      handleEnd('too many descriptions');
      return;
    }
    const parsed = parseRelayedMessage(text);
    if (parsed.ok) handleMessage(parsed.value);
    else logger.debug('negotiation.message-ignored', { reason: parsed.reason });
  }
}
