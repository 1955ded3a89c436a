/** @module Signaling for one peer connection: pipelined if the service supports it, otherwise sequential. */
import type {
  Clock,
  Listenable,
  Logger,
  LoginMessage,
  LoginReply,
  RelayedMessage,
  TurnReply,
} from '@longwire/protocol';
import { Emitter, specError } from '@longwire/protocol/base';
import { SignalingClient, type HandshakeOptions, type SignalingStep } from './signaling-client.ts';
import type { SignalingLoss, SocketClass } from './signaling-socket.ts';

/**
 * `pipelined`: login, turn request and offer leave together. `sequential`: each step waits for the previous answer
 * (PROTOCOL.md section 2, "The order on a classic connection").
 */
export type Handshake = 'pipelined' | 'sequential';

interface PeerSignalingEvents {
  step: [step: SignalingStep];
  relayed: [message: RelayedMessage];
  lost: [loss: SignalingLoss];
  /** The service did not accept the pipelined handshake but the sequential one. */
  fallback: [];
}

/** Options of {@link PeerSignaling}. */
export interface PeerSignalingOptions {
  readonly url: string;
  readonly WebSocket: SocketClass;
  /** The class of the first socket, if that sends its messages while it opens. */
  readonly FirstSocket?: SocketClass | undefined;
  readonly login: LoginMessage;
  readonly handshake: Handshake;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Logs in, a second time if necessary, and relays in order; early messages wait until they may be sent. */
export class PeerSignaling implements Listenable<PeerSignalingEvents> {
  readonly #options: PeerSignalingOptions;
  readonly #emitter: Emitter<PeerSignalingEvents>;
  #client: SignalingClient;
  /** Messages to send. */
  #queue: RelayedMessage[] = [];
  /** Messages sent, in case they have to be repeated after another login; undefined once the device has replied. */
  #sent: RelayedMessage[] | undefined = [];
  #mayRelay = false;
  #isDelivering = false;

  /** @throws EdgeError ERR_WEBSOCKET where the browser does not make the socket */
  constructor(options: PeerSignalingOptions) {
    const { logger } = options;
    this.#options = options;
    this.#emitter = new Emitter((event, error) =>
      logger.error('signaling.listener-failed', { event, error }),
    );
    this.#client = this.#connect(options.FirstSocket);
  }

  on<K extends keyof PeerSignalingEvents>(
    event: K,
    listener: (...args: PeerSignalingEvents[K]) => void,
  ): () => void {
    return this.#emitter.on(event, listener);
  }

  /** Whether the device has replied. */
  get hasReply(): boolean {
    return this.#sent === undefined;
  }

  /** Resolves when the latest socket has closed. */
  get closed(): Promise<void> {
    return this.#client.closed;
  }

  /** The service's latest login reply. */
  get reply(): LoginReply | undefined {
    return this.#client.reply;
  }

  /** Logs in and requests TURN servers; queued messages leave as soon as the service accepts them. */
  async open(signal: AbortSignal): Promise<TurnReply> {
    const { login, clock, logger, handshake } = this.#options;
    const onStep = (step: SignalingStep): void => this.#emitter.emit('step', step);
    const common: HandshakeOptions = { login, signal, onStep };
    if (handshake === 'sequential') return await this.#openSequential(common);
    const onSent = (): void => this.#startRelaying();
    const reply = await this.#client.openPipelined({ ...common, clock, onSent });
    if (reply !== undefined) return reply;
    signal.throwIfAborted();
    logger.info('signaling.fell-back', { reason: 'service did not accept the pipelined handshake' });
    this.#redial();
    const sequentialReply = await this.#openSequential(common);
    this.#emitter.emit('fallback');
    return sequentialReply;
  }

  /** Sends to the device, now or once the handshake allows it. */
  send(message: RelayedMessage): void {
    this.#queue.push(message);
    this.#flush();
  }

  /** Starts emitting relayed messages; earlier ones are emitted first, in order. */
  startDelivery(): void {
    this.#isDelivering = true;
    this.#client.startDelivery();
  }

  /** Requests TURN servers once more; undefined if the socket is lost, or closes first. */
  async askAgain(signal: AbortSignal): Promise<TurnReply | undefined> {
    return await this.#client.askAgain(signal);
  }

  /** Closes the socket; safe to repeat. */
  close(reason?: string): void {
    this.#queue = [];
    this.#client.close(reason);
    this.#emitter.clear();
  }

  async #openSequential(options: HandshakeOptions): Promise<TurnReply> {
    const reply = await this.#client.open(options);
    this.#startRelaying();
    return reply;
  }

  #connect(WebSocket = this.#options.WebSocket): SignalingClient {
    const client = makeClient({ ...this.#options, WebSocket });
    client.on('relayed', (message) => this.#handleRelayed(message));
    client.on('lost', (loss) => this.#emitter.emit('lost', loss));
    return client;
  }

  /** Opens another socket; the device drops whatever it got from the first login, because its session ends with its socket. */
  #redial(): void {
    this.#client.close();
    this.#mayRelay = false;
    this.#queue = [...(this.#sent ?? []), ...this.#queue];
    this.#sent = [];
    this.#client = this.#connect();
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

function makeClient(options: PeerSignalingOptions): SignalingClient {
  try {
    return new SignalingClient(options);
  } catch (cause) {
    throw specError('ERR_WEBSOCKET', { cause });
  }
}
