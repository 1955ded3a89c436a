/** @module Tells the service which connection tokens the device's users have, by their hashes and never by their values. */
import { createHash } from 'node:crypto';
import { takeFeatures, TOKENS_FEATURE, type AttachmentMessage, type Logger } from '@longwire/protocol';
import { afterAnswer, EMPTY_TOKEN_BOOK, nextTelling, type Telling, type TokenBook } from './token-book.ts';

/** The messages by which tokens are announced. */
export type TokenMessage = Extract<AttachmentMessage, { type: 'tokens' | 'token-add' | 'token-withdraw' }>;

/** What the service answers to each set and each single change. */
export type TokenAnswer = Extract<AttachmentMessage, { type: 'tokens-kept' }>;

/** A user's token. */
export interface HeldToken {
  readonly username: string;
  readonly token: string;
}

/** What an announcer needs. */
export interface TokenAnnouncerOptions {
  /** The tokens that the users have now. */
  readonly tokens: () => readonly HeldToken[];
  readonly send: (message: TokenMessage) => void;
  readonly logger: Logger;
}

/** One thing at a time, so that an answer is the answer to it. */
type Step =
  | { readonly kind: 'free' }
  | { readonly kind: 'asked'; readonly telling: Telling }
  | { readonly kind: 'resting'; readonly timer: NodeJS.Timeout };

type AnnouncerState =
  | { readonly kind: 'detached' }
  /** Attached to a service that takes no tokens. */
  | { readonly kind: 'untold' }
  | { readonly kind: 'telling'; readonly book: TokenBook; readonly step: Step };

/** Shortest text that is announced, in bytes. Reason: anything shorter has less than 128 bits, and whoever guesses one reaches the device. */
const MIN_TOKEN_BYTES = 16;

/** How tokens begin that a service made: it knows them already, and ending them is its operator's. */
const SERVICE_TOKEN = /^lw_/u;

/** Hashes in one message. Reason: at 67 bytes each a message of them holds up nobody's session. */
const HASHES_PER_MESSAGE = 1_000;

/** Least time from an answer to the next message, and from one whole set to the next, in milliseconds. Reason: far below the rate at which a service ends the attachment. */
const REST_MS = 100;
const SET_INTERVAL_MS = 2_000;

/** Keeps the service's set that of the users: all of it after attaching, then each change. */
export class TokenAnnouncer {
  readonly #options: TokenAnnouncerOptions;
  /** Hashes of those that were warned of. */
  readonly #warned = new Set<string>();
  readonly #waiting = new Set<() => void>();
  #setToldAtMs = Number.NEGATIVE_INFINITY;
  #state: AnnouncerState = { kind: 'detached' };

  constructor(options: TokenAnnouncerOptions) {
    this.#options = options;
  }

  /** Attached, to a service with these features. */
  handleAttached(features: readonly string[] | undefined): void {
    const isTaker = takeFeatures(features, [TOKENS_FEATURE]).length > 0;
    if (!isTaker) this.#options.logger.info('agent.tokens-not-taken');
    this.#move(
      isTaker ? { kind: 'telling', book: EMPTY_TOKEN_BOOK, step: { kind: 'free' } } : { kind: 'untold' },
    );
    this.#tell();
  }

  /** The attachment is gone. What the service keeps, it keeps. */
  handleDetached(): void {
    this.#move({ kind: 'detached' });
  }

  /** The users, or their tokens, may have changed. */
  handleChange(): void {
    this.#tell();
  }

  /** The service has answered. */
  handleAnswer({ kept, refused }: TokenAnswer): void {
    const state = this.#state;
    if (state.kind !== 'telling' || state.step.kind !== 'asked') return;
    if (refused > 0) this.#options.logger.warn('agent.tokens-refused', { kept, refused });
    const book = afterAnswer(state.book, state.step.telling, refused);
    const timer = setTimeout(() => this.#handleRested(), REST_MS);
    this.#move({ kind: 'telling', book, step: { kind: 'resting', timer } });
  }

  /**
   * Whether the service lets somebody in by a token that a user has; undefined where that cannot be known, because it is not
   * reached or does not answer before the signal aborts.
   */
  async isTaken(token: string, { signal }: { readonly signal: AbortSignal }): Promise<boolean | undefined> {
    const hash = hashOf(token);
    for (;;) {
      const state = this.#state;
      if (state.kind === 'untold' || weaknessOf(token) !== undefined) return false;
      if (state.kind === 'telling' && state.book.kept?.has(hash) === true) return true;
      if (state.kind === 'telling' && state.book.refused.has(hash)) return false;
      if (state.kind === 'detached' || signal.aborted) return undefined;
      await this.#moved(signal);
    }
  }

  /** Resolves with the next move, or the signal's abort. */
  async #moved(signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.add(resolve);
    signal.addEventListener('abort', () => resolve(), { once: true });
    await promise;
    this.#waiting.delete(resolve);
  }

  #move(state: AnnouncerState): void {
    if (this.#state.kind === 'telling' && this.#state.step.kind === 'resting')
      clearTimeout(this.#state.step.timer);
    this.#state = state;
    for (const resolve of this.#waiting) resolve();
  }

  #handleRested(): void {
    if (this.#state.kind === 'telling') this.#move({ ...this.#state, step: { kind: 'free' } });
    this.#tell();
  }

  #tell(): void {
    const state = this.#state;
    if (state.kind !== 'telling' || state.step.kind !== 'free') return;
    const nowMs = performance.now();
    const telling = nextTelling(state.book, this.#wanted(), nowMs - this.#setToldAtMs >= SET_INTERVAL_MS);
    if (telling === undefined) return;
    if (telling.kind === 'set') this.#setToldAtMs = nowMs;
    this.#move({ ...state, step: { kind: 'asked', telling } });
    for (const message of messagesOf(telling)) this.#options.send(message);
  }

  /** The hashes of the tokens that are strong enough. */
  #wanted(): ReadonlySet<string> {
    const hashes = new Set<string>();
    for (const { username, token } of this.#options.tokens()) {
      const weakness = weaknessOf(token);
      if (weakness === undefined) hashes.add(hashOf(token));
      else if (weakness !== 'made by the service') this.#warn(username, hashOf(token), weakness);
    }
    return hashes;
  }

  #warn(username: string, hash: string, reason: string): void {
    if (this.#warned.has(hash)) return;
    this.#warned.add(hash);
    this.#options.logger.warn('agent.token-not-announced', { username, reason });
  }
}

/** Why a token is not announced, if it is not. */
function weaknessOf(token: string): string | undefined {
  if (SERVICE_TOKEN.test(token)) return 'made by the service';
  return Buffer.byteLength(token) < MIN_TOKEN_BYTES ? `shorter than ${MIN_TOKEN_BYTES} bytes` : undefined;
}

function hashOf(token: string): string {
  return createHash('sha256').update(token, 'utf8').digest('hex');
}

function messagesOf(telling: Telling): TokenMessage[] {
  if (telling.kind !== 'set') return [{ type: `token-${telling.kind}`, hash: telling.hash }];
  const { hashes } = telling;
  const messages: TokenMessage[] = [];
  for (let start = 0; start === 0 || start < hashes.length; start += HASHES_PER_MESSAGE) {
    const end = start + HASHES_PER_MESSAGE;
    messages.push({ type: 'tokens', hashes: hashes.slice(start, end), more: end < hashes.length });
  }
  return messages;
}
