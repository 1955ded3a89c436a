/** @module One attachment to the service: from hello to the end of its socket (docs/protocol/attachment.md). */
import {
  assertNever,
  encodeAttachmentMessage,
  makeAttachmentToken,
  MAX_ATTACHMENT_TEXT_LENGTH,
  parseAttachmentMessage,
  selectFeatures,
  VERBATIM_FEATURE,
  type AttachmentMessage,
  type Emitter,
  type Logger,
  type SigningKey,
} from '@longwire/protocol';
import { createEmitter } from '../events/create-emitter.ts';
import { OncePer } from '../log/once-per.ts';
import { webSocketOpener, type AttachmentSocket, type OpenSocket } from './attachment-socket.ts';
import type { PushMessage, PushResult } from '../activity/push/push-sender.ts';
import type { SessionTokensMessage } from './session-tokens.ts';
import type { TokenAnswer, TokenMessage } from './token-announcer.ts';

/** The messages that concern sessions. */
export type SessionMessage = Extract<AttachmentMessage, { session: string }>;

/** What an attached device sends: messages of sessions, about tokens, and for browsers. */
export type OwnMessage = SessionMessage | TokenMessage | SessionTokensMessage | PushMessage;

/** Events of an {@link Attachment}. */
export interface AttachmentEvents {
  /** Attached; with the features and the key for push messages that the service names, if it does. */
  attached: [features: readonly string[] | undefined, pushKey: string | undefined];
  message: [message: SessionMessage];
  /** The answer to an announcement of tokens. */
  answer: [answer: TokenAnswer];
  /** What became of a push message. */
  pushresult: [result: PushResult];
  /** These tokens were revoked. */
  tokensrevoked: [tokenIds: readonly string[]];
  /** Over, for good. */
  closed: [end: { readonly code: number; readonly reason: string; readonly wasAttached: boolean }];
}

/** What an {@link Attachment} needs. */
export interface AttachmentOptions {
  readonly service: string;
  readonly productId: string;
  readonly deviceId: string;
  readonly key: SigningKey;
  readonly logger: Logger;
  readonly openSocket?: OpenSocket;
  /** A socket that receives nothing for this long counts as dead, in milliseconds. */
  readonly silenceTimeoutMs?: number;
}

type AttachmentState =
  | { readonly kind: 'opening' }
  | { readonly kind: 'waiting-for-challenge' }
  | { readonly kind: 'proving' }
  /** Whether session messages go unwrapped: the service has announced that it accepts them. */
  | { readonly kind: 'attached'; readonly isVerbatim: boolean }
  | { readonly kind: 'closed' };

/** Reason: the service pings every 20 s, so two pings were missed. */
const DEFAULT_SILENCE_TIMEOUT_MS = 45_000;

/** The code of a socket that ended without one (RFC 6455 section 7.1.5). */
const ABNORMAL_CLOSURE = 1006;

/** One socket to the service. */
export class Attachment {
  readonly #options: AttachmentOptions;
  readonly #logger: Logger;
  readonly #events: Emitter<AttachmentEvents>;
  readonly #socket: AttachmentSocket;
  readonly #silenceTimeoutMs: number;
  /** Limits warnings about messages that are too large: a client can make its session produce thirty a second. */
  readonly #warnings = new OncePer();
  #silenceTimer: NodeJS.Timeout;
  #state: AttachmentState = { kind: 'opening' };

  /** Starts at once. @throws EdgeError ERR_SIGNALING_URL */
  constructor(options: AttachmentOptions) {
    const { service, logger, openSocket = webSocketOpener(), silenceTimeoutMs } = options;
    this.#options = options;
    this.#logger = logger;
    this.#events = createEmitter(logger);
    this.#silenceTimeoutMs = silenceTimeoutMs ?? DEFAULT_SILENCE_TIMEOUT_MS;
    this.#silenceTimer = this.#startSilenceTimer();
    this.#socket = openSocket(service, {
      open: () => this.#handleOpen(),
      text: (text) => this.#handleText(text),
      ping: () => this.#handleLife(),
      closed: (code, reason) => this.#handleClosed(code, reason),
    });
  }

  /** Listens to an event; returns what takes the listener off again. */
  on<K extends keyof AttachmentEvents>(
    name: K,
    listener: (...args: AttachmentEvents[K]) => void,
  ): () => void {
    return this.#events.on(name, listener);
  }

  /** Sends a message; does nothing once the socket is gone. */
  send(message: OwnMessage): void {
    if (this.#state.kind !== 'attached') return;
    const isVerbatim = this.#state.isVerbatim && message.type === 'session-message';
    const text = encodeAttachmentMessage(isVerbatim ? { ...message, verbatim: true } : message);
    // The service would close the socket, which all sessions share.
    if (Buffer.byteLength(text) <= MAX_ATTACHMENT_TEXT_LENGTH) this.#socket.send(text);
    else if (this.#warnings.take())
      this.#logger.warn(
        'attachment.message-too-large',
        'session' in message ? { session: message.session } : {},
      );
  }

  /** Closes the socket. */
  close(code: number): void {
    if (this.#state.kind !== 'closed') this.#socket.close(code);
  }

  #handleOpen(): void {
    const { productId, deviceId } = this.#options;
    this.#state = { kind: 'waiting-for-challenge' };
    this.#socket.send(encodeAttachmentMessage({ type: 'hello', productId, deviceId }));
  }

  #handleText(text: string): void {
    this.#handleLife();
    const parsed = parseAttachmentMessage(text);
    if (parsed.ok) this.#handle(parsed.value);
    else this.#logger.warn('attachment.message-ignored', { reason: parsed.reason });
  }

  #handle(message: AttachmentMessage): void {
    switch (message.type) {
      case 'challenge':
        if (this.#state.kind === 'waiting-for-challenge') void this.#prove(message.nonce);
        break;
      case 'attached':
        if (this.#state.kind !== 'proving') break;
        this.#state = {
          kind: 'attached',
          isVerbatim: selectFeatures(message.features, [VERBATIM_FEATURE]).length > 0,
        };
        this.#events.emit('attached', message.features, message.pushKey);
        break;
      case 'session-open':
      case 'session-message':
      case 'session-close':
        if (this.#state.kind === 'attached') this.#events.emit('message', message);
        break;
      case 'tokens-kept':
        if (this.#state.kind === 'attached') this.#events.emit('answer', message);
        break;
      case 'push-result':
        if (this.#state.kind === 'attached') this.#events.emit('pushresult', message);
        break;
      case 'tokens-revoked':
        if (this.#state.kind === 'attached') this.#events.emit('tokensrevoked', message.tokenIds);
        break;
      case 'hello':
      case 'prove':
      case 'push':
      case 'session-tokens':
      case 'tokens':
      case 'token-add':
      case 'token-withdraw':
        this.#logger.warn('attachment.message-ignored', { type: message.type });
        break;
      default:
        assertNever(message);
    }
  }

  async #prove(nonce: string): Promise<void> {
    const { service, productId, deviceId, key } = this.#options;
    this.#state = { kind: 'proving' };
    try {
      // The host that was dialled, never one that the service claims to be.
      const audience = new URL(service).host;
      const token = await makeAttachmentToken({ nonce, audience, productId, deviceId, key });
      this.#socket.send(encodeAttachmentMessage({ type: 'prove', token }));
    } catch (error) {
      this.#logger.error('attachment.proof-failed', { error });
      this.#socket.terminate();
    }
  }

  #handleLife(): void {
    clearTimeout(this.#silenceTimer);
    this.#silenceTimer = this.#startSilenceTimer();
  }

  #startSilenceTimer(): NodeJS.Timeout {
    return setTimeout(() => {
      this.#logger.warn('attachment.timed-out', { silenceTimeoutMs: this.#silenceTimeoutMs });
      this.#socket.terminate();
      this.#handleClosed(ABNORMAL_CLOSURE, 'no sign of life from the service');
    }, this.#silenceTimeoutMs);
  }

  #handleClosed(code: number, reason: string): void {
    if (this.#state.kind === 'closed') return;
    const wasAttached = this.#state.kind === 'attached';
    this.#state = { kind: 'closed' };
    clearTimeout(this.#silenceTimer);
    this.#events.emit('closed', { code, reason, wasAttached });
    this.#events.clear();
  }
}
