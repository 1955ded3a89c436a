/** @module Keeps a device attached to its service. */
import { backOffMs, CloseCode, type Clock, type Emitter, type Logger } from '@longwire/protocol';
import { createEmitter } from '../events/create-emitter.ts';
import { systemClock } from '../time/system-clock.ts';
import { Attachment, type AttachmentOptions, type OwnMessage, type SessionMessage } from './attachment.ts';
import type { PushResult } from '../activity/push/push-sender.ts';
import type { TokenAnswer } from './token-announcer.ts';
import { nextWait, type BackOffPolicy, type Outage } from './back-off.ts';

/** Events of an {@link Agent}. */
export interface AgentEvents {
  /** Attached; with the features and the key for push messages that the service names, if it does. */
  attached: [features: readonly string[] | undefined, pushKey: string | undefined];
  /** The attachment is lost, and with it the signaling of every session; another attempt follows. */
  detached: [loss: { readonly code: number; readonly reason: string }];
  message: [message: SessionMessage];
  /** The answer to an announcement of tokens. */
  answer: [answer: TokenAnswer];
  /** What became of a push message. */
  pushresult: [result: PushResult];
  /** These tokens were revoked. */
  tokensrevoked: [tokenIds: readonly string[]];
  /** Detached for good, by the device itself. */
  closed: [];
}

/** What an {@link Agent} needs. */
export interface AgentOptions extends AttachmentOptions {
  readonly backOff?: BackOffPolicy;
  readonly random?: () => number;
  /** Times the attempts; default: the machine's. */
  readonly clock?: Clock;
}

type AgentState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'attaching'; readonly attachment: Attachment }
  | { readonly kind: 'attached'; readonly attachment: Attachment }
  | { readonly kind: 'waiting'; readonly stopTimer: () => void }
  | { readonly kind: 'closed' };

/** Attaches, and attaches again whenever the attachment is lost, until closed. */
export class Agent {
  readonly #options: AgentOptions;
  readonly #logger: Logger;
  readonly #events: Emitter<AgentEvents>;
  #state: AgentState = { kind: 'idle' };
  /** Set from the loss of an attachment until the next one. */
  #outage: Outage | undefined;

  constructor(options: AgentOptions) {
    this.#options = options;
    this.#logger = options.logger;
    this.#events = createEmitter(options.logger);
  }

  /** Listens to an event; returns what takes the listener off again. */
  on<K extends keyof AgentEvents>(name: K, listener: (...args: AgentEvents[K]) => void): () => void {
    return this.#events.on(name, listener);
  }

  /** Starts attaching; again does nothing. @throws EdgeError ERR_SIGNALING_URL */
  start(): void {
    if (this.#state.kind === 'idle') this.#attach();
  }

  /** Sends a message; does nothing while detached. */
  send(message: OwnMessage): void {
    if (this.#state.kind === 'attached') this.#state.attachment.send(message);
  }

  /** Detaches, for good; again does nothing. */
  close(): void {
    const state = this.#state;
    if (state.kind === 'closed') return;
    this.#state = { kind: 'closed' };
    if (state.kind === 'attaching' || state.kind === 'attached') state.attachment.close(CloseCode.goingAway);
    if (state.kind === 'waiting') state.stopTimer();
    this.#events.emit('closed');
    this.#events.clear();
  }

  #attach(): void {
    const attachment = new Attachment(this.#options);
    this.#state = { kind: 'attaching', attachment };
    attachment.on('attached', (features, key) => this.#handleAttached(attachment, features, key));
    attachment.on('message', (message) => this.#events.emit('message', message));
    attachment.on('answer', (answer) => this.#events.emit('answer', answer));
    attachment.on('pushresult', (result) => this.#events.emit('pushresult', result));
    attachment.on('tokensrevoked', (tokenIds) => this.#events.emit('tokensrevoked', tokenIds));
    attachment.on('closed', ({ code, reason, wasAttached }) => this.#handleClosed(code, reason, wasAttached));
  }

  #handleAttached(
    attachment: Attachment,
    features: readonly string[] | undefined,
    pushKey: string | undefined,
  ): void {
    if (this.#state.kind !== 'attaching') return;
    this.#state = { kind: 'attached', attachment };
    this.#outage = undefined;
    this.#logger.info('agent.attached');
    this.#events.emit('attached', features, pushKey);
  }

  #handleClosed(code: number, reason: string, wasAttached: boolean): void {
    if (this.#state.kind === 'closed') return;
    const { backOff: policy, random = Math.random, clock = systemClock } = this.#options;
    const { outage, backOff, inRow } = nextWait(code, clock.monotonic(), this.#outage, policy);
    const delayMs = backOffMs(backOff, inRow, random());
    this.#outage = outage;
    this.#logger.warn('agent.detached', { code, reason, wasAttached, delayMs });
    this.#state = { kind: 'waiting', stopTimer: clock.schedule(delayMs, () => this.#attach()) };
    if (wasAttached) this.#events.emit('detached', { code, reason });
  }
}
