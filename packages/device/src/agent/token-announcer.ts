/** @module Announces the connection tokens of the device's users to the service, by their hashes and never by their values. */
import { createHash } from 'node:crypto';
import {
  onAbort,
  selectFeatures,
  TOKENS_FEATURE,
  waitFor,
  type AttachmentMessage,
  type Emitter,
  type Logger,
} from '@longwire/protocol';
import { createEmitter } from '../events/create-emitter.ts';
import { isServiceToken } from '../iam/service-token.ts';
import {
  afterAnswer,
  nextAnnouncement,
  NOTHING_ANNOUNCED,
  type AnnouncedTokens,
  type Announcement,
} from './announced-tokens.ts';

/** The messages by which tokens are announced. */
export type TokenMessage = Extract<AttachmentMessage, { type: 'tokens' | 'token-add' | 'token-withdraw' }>;

/** The service's answer to each set and each single change. */
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

/** One announcement at a time, so that an answer belongs to it. */
type Step =
  | { readonly kind: 'free' }
  | { readonly kind: 'asked'; readonly announcement: Announcement }
  | { readonly kind: 'resting'; readonly timer: NodeJS.Timeout };

type AnnouncerState =
  | { readonly kind: 'detached' }
  /** Attached to a service that does not support tokens. */
  | { readonly kind: 'unsupported' }
  | { readonly kind: 'announcing'; readonly tokens: AnnouncedTokens; readonly step: Step };

/** Shortest token that is announced, in bytes. Reason: a shorter one has less than 128 bits, and guessing one gives access to the device. */
const MIN_TOKEN_BYTES = 16;

/** Hashes in one message. Reason: at 67 bytes each, one message does not delay the sessions that share the socket. */
const HASHES_PER_MESSAGE = 1_000;

/** Least time from an answer to the next message, and from one whole set to the next, in milliseconds. Reason: far below the rate at which a service closes the attachment. */
const REST_MS = 100;
const SET_INTERVAL_MS = 2_000;

/** Keeps the set of tokens at the service equal to that of the users: sends all after attaching, then each change. */
export class TokenAnnouncer {
  readonly #options: TokenAnnouncerOptions;
  /** Hashes of the tokens that a warning was logged about. */
  readonly #warned = new Set<string>();
  readonly #events: Emitter<{ move: [] }>;
  #setAnnouncedAtMs = Number.NEGATIVE_INFINITY;
  #state: AnnouncerState = { kind: 'detached' };

  constructor(options: TokenAnnouncerOptions) {
    this.#options = options;
    this.#events = createEmitter(options.logger);
  }

  /** Attached to a service with these features. */
  handleAttached(features: readonly string[] | undefined): void {
    const isTaker = selectFeatures(features, [TOKENS_FEATURE]).length > 0;
    if (!isTaker) this.#options.logger.info('agent.tokens-unsupported');
    this.#move(
      isTaker
        ? { kind: 'announcing', tokens: NOTHING_ANNOUNCED, step: { kind: 'free' } }
        : { kind: 'unsupported' },
    );
    this.#announce();
  }

  /** The attachment is gone. The service keeps the tokens that it has. */
  handleDetached(): void {
    this.#move({ kind: 'detached' });
  }

  /** The users or their tokens may have changed. */
  handleChange(): void {
    this.#announce();
  }

  /** Takes the service's answer. */
  handleAnswer({ kept, refused }: TokenAnswer): void {
    const state = this.#state;
    if (state.kind !== 'announcing' || state.step.kind !== 'asked') return;
    if (refused > 0) this.#options.logger.warn('agent.tokens-refused', { kept, refused });
    const tokens = afterAnswer(state.tokens, state.step.announcement, refused);
    const timer = setTimeout(() => this.#handleRested(), REST_MS);
    this.#move({ kind: 'announcing', tokens, step: { kind: 'resting', timer } });
  }

  /**
   * Whether the service admits clients by a token of a user; undefined where that cannot be known, because the service is not
   * reached or does not answer before the signal aborts.
   */
  async isTaken(token: string, { signal }: { readonly signal: AbortSignal }): Promise<boolean | undefined> {
    const hash = hashOf(token);
    for (;;) {
      const state = this.#state;
      if (state.kind === 'unsupported' || weaknessOf(token) !== undefined) return false;
      if (state.kind === 'announcing' && state.tokens.kept?.has(hash) === true) return true;
      if (state.kind === 'announcing' && state.tokens.refused.has(hash)) return false;
      if (state.kind === 'detached' || signal.aborted) return undefined;
      await this.#moved(signal);
    }
  }

  /** Resolves with the next change of state or the signal's abort. */
  #moved(signal: AbortSignal): Promise<void> {
    return waitFor({}, ({ resolve }) => {
      const offs = [this.#events.on('move', resolve), onAbort(signal, () => resolve())];
      return () => offs.forEach((off) => off());
    });
  }

  #move(state: AnnouncerState): void {
    if (this.#state.kind === 'announcing' && this.#state.step.kind === 'resting')
      clearTimeout(this.#state.step.timer);
    this.#state = state;
    this.#events.emit('move');
  }

  #handleRested(): void {
    if (this.#state.kind === 'announcing') this.#move({ ...this.#state, step: { kind: 'free' } });
    this.#announce();
  }

  #announce(): void {
    const state = this.#state;
    if (state.kind !== 'announcing' || state.step.kind !== 'free') return;
    const nowMs = performance.now();
    const announcement = nextAnnouncement(
      state.tokens,
      this.#wantedHashes(),
      nowMs - this.#setAnnouncedAtMs >= SET_INTERVAL_MS,
    );
    if (announcement === undefined) return;
    if (announcement.kind === 'set') this.#setAnnouncedAtMs = nowMs;
    this.#move({ ...state, step: { kind: 'asked', announcement } });
    for (const message of messagesOf(announcement)) this.#options.send(message);
  }

  /** The hashes of the tokens that are strong enough. */
  #wantedHashes(): ReadonlySet<string> {
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
    this.#options.logger.warn('agent.token-skipped', { username, reason });
  }
}

/** Why a token is not announced; undefined for one that is. */
function weaknessOf(token: string): string | undefined {
  if (isServiceToken(token)) return 'made by the service';
  return Buffer.byteLength(token) < MIN_TOKEN_BYTES ? `shorter than ${MIN_TOKEN_BYTES} bytes` : undefined;
}

function hashOf(token: string): string {
  return createHash('sha256').update(token, 'utf8').digest('hex');
}

function messagesOf(announcement: Announcement): TokenMessage[] {
  if (announcement.kind !== 'set') return [{ type: `token-${announcement.kind}`, hash: announcement.hash }];
  const { hashes } = announcement;
  const messages: TokenMessage[] = [];
  for (let start = 0; start === 0 || start < hashes.length; start += HASHES_PER_MESSAGE) {
    const end = start + HASHES_PER_MESSAGE;
    messages.push({ type: 'tokens', hashes: hashes.slice(start, end), more: end < hashes.length });
  }
  return messages;
}
