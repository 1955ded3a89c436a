/** @module The client's part of signaling: either handshake, then what is relayed to and from the device. */
import type {
  Listenable,
  Logger,
  LoginMessage,
  LoginReply,
  RelayedMessage,
  SignalingMessage,
  TurnReply,
} from '@longwire/protocol';
import { assertNever, Emitter } from '@longwire/protocol/base';
import { isRelayed } from '@longwire/protocol/signaling';
import { waitFor } from '../time/abort.ts';
import type { Clock } from '../time/clock.ts';
import { mayBeRefusal } from './refusal.ts';
import { SignalingSocket, type SignalingLoss, type SignalingSocketOptions } from './signaling-socket.ts';

/** The steps of the handshake, in order. */
export type SignalingStep = 'opening-signaling' | 'logging-in' | 'requesting-turn';

interface SignalingClientEvents {
  relayed: [message: RelayedMessage];
  lost: [loss: SignalingLoss];
}

/** What the handshake needs. */
export interface HandshakeOptions {
  readonly login: LoginMessage;
  readonly signal: AbortSignal;
  readonly onStep: (step: SignalingStep) => void;
}

/** What the pipelined handshake needs beside that. */
export interface PipelinedOptions extends HandshakeOptions {
  readonly clock: Clock;
  /** Called in the turn in which login and turn request are sent: what it sends leaves with them. */
  readonly onSent: () => void;
}

/**
 * How long the turn reply may take after the login reply, in milliseconds. Reason: the requests left together, so that a service
 * that took both answers them one behind the other, whatever the distance; one lost packet is sent again within this time.
 */
export const PIPELINE_PATIENCE_MS = 500;

/** Most relayed messages kept before there is a peer to take them. Reason: an offer and its candidates are far fewer. */
export const MAX_EARLY_MESSAGES = 256;

/** Logs in, asks for TURN servers, and relays. */
export class SignalingClient implements Listenable<SignalingClientEvents> {
  readonly #socket: SignalingSocket;
  readonly #logger: Logger;
  readonly #emitter: Emitter<SignalingClientEvents>;
  #early: RelayedMessage[] | undefined = [];
  #reply: LoginReply | undefined;
  /** Set while it is not known whether the service takes what was sent before it was asked for. */
  #giveUpPipeline: (() => void) | undefined;

  constructor(options: SignalingSocketOptions) {
    const { logger } = options;
    this.#logger = logger;
    this.#emitter = new Emitter((event, error) => logger.error('signaling.listener', { event, error }));
    this.#socket = new SignalingSocket(options);
    this.#socket.on('message', (message) => this.#handleMessage(message));
    this.#socket.on('lost', (loss) => this.#handleLost(loss));
  }

  /** What the service answered to the login, of itself and of the device. */
  get reply(): LoginReply | undefined {
    return this.#reply;
  }

  on<K extends keyof SignalingClientEvents>(
    event: K,
    listener: (...args: SignalingClientEvents[K]) => void,
  ): () => void {
    return this.#emitter.on(event, listener);
  }

  /** The classic order of PROTOCOL.md section 2: open, login, login reply, turn request, turn reply. */
  async open({ login, signal, onStep }: HandshakeOptions): Promise<TurnReply> {
    onStep('opening-signaling');
    await this.#socket.opened(signal);
    onStep('logging-in');
    await this.#exchange(login, 'loginReply', signal);
    onStep('requesting-turn');
    return await this.requestTurn(signal);
  }

  /**
   * Login and turn request in one go, with what the device is to be told behind them (PROTOCOL.md section 2, "our client may
   * pipeline"). Undefined from a service that shows that it takes one step at a time.
   */
  async openPipelined(options: PipelinedOptions): Promise<TurnReply | undefined> {
    const { signal, onStep } = options;
    onStep('opening-signaling');
    await this.#socket.opened(signal);
    onStep('logging-in');
    return await waitFor<TurnReply | undefined>(signal, ({ resolve }) => {
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

  /** Asks for TURN servers, at any time after login: each answer has credentials that are good for as long again. */
  async requestTurn(signal: AbortSignal): Promise<TurnReply> {
    return await this.#exchange({ kind: 'turnRequest' }, 'turnReply', signal);
  }

  /** From here on relayed messages are emitted; the ones that came before are emitted first, in order. */
  startDelivery(): void {
    const early = this.#early ?? [];
    this.#early = undefined;
    for (const message of early) this.#emitter.emit('relayed', message);
  }

  send(message: RelayedMessage): void {
    this.#socket.send(message);
  }

  /** Closes the socket; safe to repeat. */
  close(): void {
    this.#early = undefined;
    this.#socket.close();
    this.#emitter.clear();
  }

  /** A message of the device shows as well that all was taken: it has been told of this client's offer, or makes its own. */
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
    if (this.#giveUpPipeline !== undefined && mayBeRefusal(loss)) this.#giveUpPipeline();
    else this.#emitter.emit('lost', loss);
  }

  #exchange<K extends SignalingMessage['kind']>(
    request: SignalingMessage,
    kind: K,
    signal: AbortSignal,
  ): Promise<Extract<SignalingMessage, { kind: K }>> {
    return waitFor(signal, ({ resolve }) => {
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
    else this.#logger.warn('signaling.ignored', { reason: 'too many messages before the peer is there' });
  }
}

function isKind<K extends SignalingMessage['kind']>(
  message: SignalingMessage,
  kind: K,
): message is Extract<SignalingMessage, { kind: K }> {
  return message.kind === kind;
}
