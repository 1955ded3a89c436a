/** @module The device's end of `negotiation/1`: a channel for offers and answers (docs/protocol/negotiation.md). */
import {
  encodeSignalingMessage,
  parseRelayedMessage,
  TokenBucket,
  type Logger,
  type RelayedMessage,
} from '@longwire/protocol';
import type { SafeChannel } from '../peer/safe-channel.ts';

/** What the channel is used for. */
export interface NegotiationChannelOptions {
  readonly channel: SafeChannel;
  readonly logger: Logger;
  readonly handleMessage: (message: RelayedMessage) => void;
  /** Nothing can be negotiated any more. */
  readonly handleEnd: (reason: string) => void;
}

/** How often a client may describe. Reason: those that a service lets through are no more, and each one costs an answer. */
export const NEGOTIATION_RATE = { capacity: 100, refillPerSecond: 30 } as const;

/** Takes and sends descriptions; what is no message of negotiation ends nothing. */
export class NegotiationChannel {
  readonly #options: NegotiationChannelOptions;
  readonly #bucket = new TokenBucket(NEGOTIATION_RATE, performance.now());

  constructor(options: NegotiationChannelOptions) {
    const { channel, logger, handleEnd } = options;
    this.#options = options;
    channel.on('text', (text) => this.#handleText(text));
    channel.on('bytes', () => logger.debug('negotiation.message-ignored', { reason: 'not text' }));
    channel.on('closed', (end) => {
      // Lost with its connection, which says why.
      if (end === 'closed') handleEnd('negotiation channel closed');
    });
  }

  send(message: RelayedMessage): void {
    const { channel, logger, handleEnd } = this.#options;
    try {
      channel.send(encodeSignalingMessage(message));
    } catch (error) {
      logger.warn('negotiation.send-failed', { error });
      handleEnd('negotiation channel does not take a description');
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
