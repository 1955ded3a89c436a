/** @module The client's part of signaling: either handshake, then relaying messages to and from the device. */
import type {
  Clock,
  Listenable,
  Logger,
  LoginMessage,
  LoginReply,
  RelayedMessage,
  SignalingMessage,
  TurnReply,
} from '@longwire/protocol';
import { assertNever, CloseCode, Emitter, isTokenUnchecked, waitFor } from '@longwire/protocol/base';
import { isRelayed } from '@longwire/protocol/signaling';
import {
  isKind,
  SignalingSocket,
  type SignalingLoss,
  type SignalingSocketOptions,
} from './signaling-socket.ts';

/** The steps of the handshake, in order. */
export type SignalingStep = 'opening-signaling' | 'logging-in' | 'requesting-turn';

interface SignalingClientEvents {
  relayed: [message: RelayedMessage];
  lost: [loss: SignalingLoss];
}

/** Options of the handshake. */
export interface HandshakeOptions {
  readonly login: LoginMessage;
  readonly signal: AbortSignal;
  readonly onStep: (step: SignalingStep) => void;
}

/** Additional options of the pipelined handshake. */
export interface PipelinedOptions extends HandshakeOptions {
  readonly clock: Clock;
  /** Called synchronously with sending login and turn request: messages that it sends leave together with them. */
  readonly onSent: () => void;
}

/**
 * How long the turn reply may take after the login reply, in milliseconds. Reason: the requests left together, so a
 * service that accepted both answers them back to back at any distance; a lost packet is retransmitted within this
 * time.
 */
export const PIPELINE_PATIENCE_MS = 500;

/** Most relayed messages queued until the peer exists. Reason: an offer and its candidates are far fewer. */
export const MAX_EARLY_MESSAGES = 256;

/** Closes with their own meaning: SPEC.md section 8, and a service that goes away, restarts or is full (RFC 6455 section 7.4). */
const VERDICTS: ReadonlySet<number> = new Set([...Object.values(CloseCode), 1013]);

/** Logs in, requests TURN servers, and relays messages. */
export class SignalingClient implements Listenable<SignalingClientEvents> {
  readonly #socket: SignalingSocket;
  readonly #logger: Logger;
  readonly #emitter: Emitter<SignalingClientEvents>;
  #early: RelayedMessage[] | undefined = [];
  #reply: LoginReply | undefined;
  #isLost = false;
  /** Set until it is known whether the service accepted the pipelined messages. */
  #giveUpPipeline: (() => void) | undefined;

  constructor(options: SignalingSocketOptions) {
    const { logger } = options;
    this.#logger = logger;
    this.#emitter = new Emitter((event, error) =>
      logger.error('signaling.listener-failed', { event, error }),
    );
    this.#socket = new SignalingSocket(options);
    this.#socket.on('message', (message) => this.#handleMessage(message));
    this.#socket.on('lost', (loss) => this.#handleLost(loss));
  }

  /** Resolves when the socket has closed. */
  get closed(): Promise<void> {
    return this.#socket.closed;
  }

  /** The service's login reply. */
  get reply(): LoginReply | undefined {
    return this.#reply;
  }

  on<K extends keyof SignalingClientEvents>(
    event: K,
    listener: (...args: SignalingClientEvents[K]) => void,
  ): () => void {
    return this.#emitter.on(event, listener);
  }

  /** The sequential order of PROTOCOL.md section 2: open, login, login reply, turn request, turn reply. */
  async open({ login, signal, onStep }: HandshakeOptions): Promise<TurnReply> {
    onStep('opening-signaling');
    await this.#socket.opened(signal);
    onStep('logging-in');
    await this.#exchange(login, 'loginReply', signal);
    onStep('requesting-turn');
    return await this.requestTurn(signal);
  }

  /**
   * Sends login and turn request together, followed by messages for the device (PROTOCOL.md section 2, "our client
   * may pipeline"). Resolves with undefined if the service turns out to need the sequential handshake.
   */
  async openPipelined(options: PipelinedOptions): Promise<TurnReply | undefined> {
    const { signal, onStep } = options;
    onStep('opening-signaling');
    await this.#socket.opened(signal);
    onStep('logging-in');
    return await waitFor<TurnReply | undefined>({ owner: signal }, ({ resolve }) => {
      this.#giveUpPipeline = () => resolve(undefined);
      const stopListening = this.#hearPipeline(options, resolve);
      this.#socket.send(options.login);
      this.#socket.send({ kind: 'turnRequest' });
      options.onSent();
      return () => {
        this.#giveUpPipeline = undefined;
        stopListening();
      };
    });
  }

  /** Requests TURN servers, at any time after login: each answer has credentials with a fresh lifetime. */
  async requestTurn(signal: AbortSignal): Promise<TurnReply> {
    return await this.#exchange({ kind: 'turnRequest' }, 'turnReply', signal);
  }

  /** Requests TURN servers once more; undefined if the socket is lost, or closes first. */
  async askAgain(signal: AbortSignal): Promise<TurnReply | undefined> {
    if (this.#isLost) return undefined;
    return await waitFor<TurnReply | undefined>({ owner: signal }, ({ resolve, reject }) => {
      this.requestTurn(signal).then(resolve, reject);
      return this.#socket.on('lost', () => resolve(undefined));
    });
  }

  /** Starts emitting relayed messages; earlier ones are emitted first, in order. */
  startDelivery(): void {
    const early = this.#early ?? [];
    this.#early = undefined;
    for (const message of early) this.#emitter.emit('relayed', message);
  }

  send(message: RelayedMessage): void {
    this.#socket.send(message);
  }

  /** Closes the socket; safe to repeat. */
  close(reason?: string): void {
    this.#early = undefined;
    this.#isLost = true;
    this.#socket.close(reason);
    this.#emitter.clear();
  }

  /** A message of the device also proves that everything was accepted: it received this client's offer, or makes its own. */
  #hearPipeline({ clock, onStep }: PipelinedOptions, settle: (reply: TurnReply) => void): () => void {
    let stopWaiting: (() => void) | undefined;
    const off = this.#socket.on('message', (message) => {
      if (message.kind === 'turnReply') settle(message);
      else if (message.kind === 'loginReply') {
        stopWaiting = clock.schedule(PIPELINE_PATIENCE_MS, () => this.#giveUpPipeline?.());
        onStep('requesting-turn');
      } else if (isRelayed(message.kind)) {
        this.#giveUpPipeline = undefined;
        stopWaiting?.();
      }
    });
    return () => {
      off();
      stopWaiting?.();
    };
  }

  #handleLost(loss: SignalingLoss): void {
    this.#isLost = true;
    if (this.#giveUpPipeline !== undefined && mayBeRefusal(loss)) this.#giveUpPipeline();
    else this.#emitter.emit('lost', loss);
  }

  #exchange<K extends SignalingMessage['kind']>(
    request: SignalingMessage,
    kind: K,
    signal: AbortSignal,
  ): Promise<Extract<SignalingMessage, { kind: K }>> {
    return waitFor({ owner: signal }, ({ resolve }) => {
      const off = this.#socket.on('message', (message) => {
        if (isKind(message, kind)) resolve(message);
      });
      this.#socket.send(request);
      return off;
    });
  }

  #handleMessage(message: SignalingMessage): void {
    switch (message.kind) {
      case 'description':
      case 'candidate':
      case 'requestOffer':
        this.#handleRelayed(message);
        return;
      case 'loginReply':
        this.#reply = message;
        return;
      case 'turnReply':
        return;
      case 'login':
      case 'turnRequest':
        this.#logger.warn('signaling.ignored', { reason: 'a message that only a client sends' });
        return;
      default:
        assertNever(message);
    }
  }

  #handleRelayed(message: RelayedMessage): void {
    if (this.#early === undefined) this.#emitter.emit('relayed', message);
    else if (this.#early.length < MAX_EARLY_MESSAGES) this.#early.push(message);
    else this.#logger.warn('signaling.ignored', { reason: 'too many messages before the peer exists' });
  }
}

/** Whether a close may be a service's response to messages it did not expect yet: the sequential handshake might have worked. */
function mayBeRefusal(loss: SignalingLoss): boolean {
  return loss.type === 'signaling-failed' || !(VERDICTS.has(loss.closeCode) || isTokenUnchecked(loss));
}
