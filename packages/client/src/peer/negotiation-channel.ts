/** @module The client's end of `negotiation/1`: a channel for offers and answers (docs/protocol/negotiation.md). */
import type { Logger, Parsed, RelayedMessage } from '@longwire/protocol';
import { NEGOTIATION_LABEL } from '@longwire/protocol/peer';
import { listen } from '../events/listen.ts';
import { Scope } from '../events/scope.ts';

/**
 * Encodes and parses messages. Passed in, because the connecting code already has it: imported here as well it would
 * become a separate file to load.
 */
export interface MessageCodec {
  readonly encode: (message: RelayedMessage) => string;
  readonly parse: (text: string) => Parsed<RelayedMessage>;
}

/** Options of {@link NegotiationChannel}. */
export interface NegotiationChannelOptions {
  readonly pc: RTCPeerConnection;
  readonly codec: MessageCodec;
  readonly logger: Logger;
  readonly onMessage: (message: RelayedMessage) => void;
  /** The channel closed: the connection can no longer negotiate. */
  readonly onClosed: () => void;
}

/** The negotiation channel. Messages sent before it is open leave together with the message that opens it. */
export class NegotiationChannel {
  readonly #channel: RTCDataChannel;
  readonly #options: NegotiationChannelOptions;
  readonly #scope: Scope;
  /** Messages queued until the channel opens; undefined once it is open. */
  #queue: string[] | undefined = [];

  constructor(options: NegotiationChannelOptions) {
    const { pc, logger } = options;
    this.#options = options;
    this.#scope = new Scope((error) => logger.warn('negotiation.release-failed', { error }));
    this.#channel = pc.createDataChannel(NEGOTIATION_LABEL);
    this.#scope.add(listen(this.#channel, 'open', () => this.#handleOpen()));
    this.#scope.add(listen(this.#channel, 'message', ({ data }: MessageEvent) => this.#handleData(data)));
    this.#scope.add(listen(this.#channel, 'close', () => options.onClosed()));
  }

  send(message: RelayedMessage): void {
    const text = this.#options.codec.encode(message);
    if (this.#queue === undefined) this.#channel.send(text);
    else this.#queue.push(text);
  }

  /** Stops listening; the channel closes with its connection. */
  close(): void {
    this.#scope.disposeAll();
  }

  #handleOpen(): void {
    const queue = this.#queue ?? [];
    this.#queue = undefined;
    for (const text of queue) this.#channel.send(text);
  }

  #handleData(data: unknown): void {
    const { codec, logger, onMessage } = this.#options;
    const parsed = codec.parse(typeof data === 'string' ? data : '');
    if (parsed.ok) onMessage(parsed.value);
    else logger.warn('negotiation.ignored', { reason: parsed.reason });
  }
}
