/** @module Signaling for one peer connection: pipelined where the service takes it, one step at a time where it does not. */
import type {
  Listenable,
  Logger,
  LoginMessage,
  LoginReply,
  RelayedMessage,
  TurnReply,
} from '@longwire/protocol';
import { Emitter, specError } from '@longwire/protocol/base';
import type { Clock } from '../time/clock.ts';
import { SignalingClient, type HandshakeOptions, type SignalingStep } from './signaling-client.ts';
import type { SignalingLoss, SocketClass } from './signaling-socket.ts';

/**
 * `pipelined`: login, turn request and offer leave together. `sequential`: each step waits for the answer to the one before
 * (PROTOCOL.md section 2, "The order on a classic connection").
 */
export type Handshake = 'pipelined' | 'sequential';

interface SignalingLineEvents {
  step: [step: SignalingStep];
  relayed: [message: RelayedMessage];
  lost: [loss: SignalingLoss];
  /** The service did not take a pipelined handshake, and took the classic one. */
  classic: [];
}

/** What a line is made from. */
export interface SignalingLineOptions {
  readonly url: string;
  readonly WebSocket: SocketClass;
  readonly login: LoginMessage;
  readonly handshake: Handshake;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Logs in, once more where it has to, and relays in order; what is sent early waits for its moment. */
export class SignalingLine implements Listenable<SignalingLineEvents> {
  readonly #options: SignalingLineOptions;
  readonly #emitter: Emitter<SignalingLineEvents>;
  #client: SignalingClient;
  /** What is to go out. */
  #queue: RelayedMessage[] = [];
  /** What went out, to be sent again on another login; undefined once the device has said something, so that it heard. */
  #sent: RelayedMessage[] | undefined = [];
  #mayRelay = false;
  #isDelivering = false;

  /** @throws EdgeError ERR_WEBSOCKET where the browser does not make the socket */
  constructor(options: SignalingLineOptions) {
    const { logger } = options;
    this.#options = options;
    this.#emitter = new Emitter((event, error) => logger.error('signaling.listener', { event, error }));
    this.#client = this.#dial();
  }

  on<K extends keyof SignalingLineEvents>(
    event: K,
    listener: (...args: SignalingLineEvents[K]) => void,
  ): () => void {
    return this.#emitter.on(event, listener);
  }

  /** Whether the device has said something. */
  get hasHeard(): boolean {
    return this.#sent === undefined;
  }

  /** What the service answered to its last login. */
  get reply(): LoginReply | undefined {
    return this.#client.reply;
  }

  /** Logs in and asks for TURN servers; what is to be sent goes out as soon as the service may have it. */
  async open(signal: AbortSignal): Promise<TurnReply> {
    const { login, clock, logger, handshake } = this.#options;
    const onStep = (step: SignalingStep): void => this.#emitter.emit('step', step);
    const common: HandshakeOptions = { login, signal, onStep };
    if (handshake === 'sequential') return await this.#openClassic(common);
    const onSent = (): void => this.#startRelaying();
    const reply = await this.#client.openPipelined({ ...common, clock, onSent });
    if (reply !== undefined) return reply;
    signal.throwIfAborted();
    logger.info('signaling.classic', { reason: 'service did not take it in one go' });
    this.#redial();
    const classicReply = await this.#openClassic(common);
    this.#emitter.emit('classic');
    return classicReply;
  }

  /** Sends to the device, now or when it may be. */
  send(message: RelayedMessage): void {
    this.#queue.push(message);
    this.#flush();
  }

  /** From here on relayed messages are emitted; the ones that came before are emitted first, in order. */
  startDelivery(): void {
    this.#isDelivering = true;
    this.#client.startDelivery();
  }

  /** Closes the socket; safe to repeat. */
  close(): void {
    this.#queue = [];
    this.#client.close();
    this.#emitter.clear();
  }

  async #openClassic(options: HandshakeOptions): Promise<TurnReply> {
    const reply = await this.#client.open(options);
    this.#startRelaying();
    return reply;
  }

  #dial(): SignalingClient {
    const client = makeClient(this.#options);
    client.on('relayed', (message) => this.#handleRelayed(message));
    client.on('lost', (loss) => this.#emitter.emit('lost', loss));
    return client;
  }

  /** Nothing that the first login may have told the device stays: its session ends with its socket. */
  #redial(): void {
    this.#client.close();
    this.#mayRelay = false;
    this.#queue = [...(this.#sent ?? []), ...this.#queue];
    this.#sent = [];
    this.#client = this.#dial();
    if (this.#isDelivering) this.#client.startDelivery();
  }

  #startRelaying(): void {
    this.#mayRelay = true;
    this.#flush();
  }

  #handleRelayed(message: RelayedMessage): void {
    this.#sent = undefined;
    this.#emitter.emit('relayed', message);
  }

  #flush(): void {
    if (!this.#mayRelay) return;
    const due = this.#queue;
    this.#queue = [];
    this.#sent?.push(...due);
    for (const message of due) this.#client.send(message);
  }
}

function makeClient(options: SignalingLineOptions): SignalingClient {
  try {
    return new SignalingClient(options);
  } catch (cause) {
    throw specError('ERR_WEBSOCKET', { cause });
  }
}
