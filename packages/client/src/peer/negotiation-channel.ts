/** @module The client's end of `negotiation/1`: a channel for offers and answers (docs/protocol/negotiation.md). */
import type { Logger, Parsed, RelayedMessage } from '@longwire/protocol';
import { EdgeError } from '@longwire/protocol/base';
import { NEGOTIATION_LABEL } from '@longwire/protocol/peer';
import { listen } from '../events/listen.ts';
import { Scope } from '../events/scope.ts';

/** How messages are written and read. Given, because what begins to connect has it: imported here as well it would be a file of its own to load. */
export interface MessageCodec {
  readonly encode: (message: RelayedMessage) => string;
  readonly parse: (text: string) => Parsed<RelayedMessage>;
}

/** What the channel is opened with. */
export interface NegotiationChannelOptions {
  readonly pc: RTCPeerConnection;
  readonly codec: MessageCodec;
  readonly logger: Logger;
  readonly onMessage: (message: RelayedMessage) => void;
  /** The channel has closed: nothing can be negotiated on this connection any more. */
  readonly onLost: (error: EdgeError) => void;
}

/** Opens with the connection that it is on: what is sent before it is open leaves together with the word that opens it. */
export class NegotiationChannel {
  readonly #channel: RTCDataChannel;
  readonly #options: NegotiationChannelOptions;
  readonly #scope: Scope;
  /** What waits for the channel to open; undefined once it is open. */
  #queue: string[] | undefined = [];

  constructor(options: NegotiationChannelOptions) {
    const { pc, logger } = options;
    this.#options = options;
    this.#scope = new Scope((error) => logger.warn('negotiation.release', { error }));
    this.#channel = pc.createDataChannel(NEGOTIATION_LABEL);
    this.#scope.add(listen(this.#channel, 'open', () => this.#handleOpen()));
    this.#scope.add(listen(this.#channel, 'message', ({ data }: MessageEvent) => this.#handleData(data)));
    this.#scope.add(listen(this.#channel, 'close', () => this.#handleClose()));
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

  #handleClose(): void {
    this.#options.onLost(
      new EdgeError('ERR_CHANNEL_CLOSED', 'negotiation channel expected open, got closed'),
    );
  }
}
