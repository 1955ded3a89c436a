/** @module Handles the hashes of connection tokens that an attached device announces. */
import type { AttachmentMessage, TokenBucket } from '@longwire/protocol';
import type { AuditEvent } from '../ports/audit.ts';
import { announcedTokenId } from '../ports/tokens.ts';
import type { DeviceKey } from '@longwire/protocol';
import { createAnnouncementBucket } from './message-bucket.ts';
import type { RelayShared } from './relay-shared.ts';
import type { SocketOrigin } from './socket-origin.ts';

/** The messages that announce tokens. */
export type TokenMessage = Extract<AttachmentMessage, { type: 'tokens' | 'token-add' | 'token-withdraw' }>;

/** Whether a message announces tokens. */
export function isTokenMessage(message: AttachmentMessage | undefined): message is TokenMessage {
  return message?.type === 'tokens' || message?.type === 'token-add' || message?.type === 'token-withdraw';
}

/** Options of {@link TokenAnnouncements}. */
export interface TokenAnnouncementsOptions {
  readonly key: DeviceKey;
  readonly origin: SocketOrigin;
  readonly shared: RelayShared;
  readonly send: (answer: Extract<AttachmentMessage, { type: 'tokens-kept' }>) => void;
  /** The device announces faster than allowed. */
  readonly handleFlood: () => void;
}

/** A set whose remaining parts have not arrived yet. */
interface PartialSet {
  readonly hashes: Set<string>;
  refused: number;
}

/**
 * Completes each message only after the registry has stored it, so that later messages of the device come
 * after it.
 */
export class TokenAnnouncements {
  readonly #options: TokenAnnouncementsOptions;
  readonly #bucket: TokenBucket;
  #partial: PartialSet | undefined;
  /** The tokens in the registry; undefined before the first complete set. */
  #kept: Set<string> | undefined;

  constructor(options: TokenAnnouncementsOptions) {
    this.#options = options;
    this.#bucket = createAnnouncementBucket(options.shared);
  }

  /** Whether the message is valid now: additions and withdrawals need a complete set first. */
  isExpected(message: TokenMessage): boolean {
    return message.type === 'tokens' || this.#kept !== undefined;
  }

  async handle(message: TokenMessage): Promise<void> {
    if (!this.#charge(1)) return;
    const kept = this.#kept;
    if (message.type === 'tokens') await this.#handleSet(message.hashes, message.more);
    else if (kept === undefined) return;
    else if (message.type === 'token-add') await this.#add(kept, message.hash);
    else await this.#withdraw(kept, message.hash);
  }

  /** Keeps the first tokens if there are more than allowed, so that withdrawals always take effect. */
  async #handleSet(part: readonly string[], more: boolean): Promise<void> {
    const { key, shared } = this.#options;
    const set = (this.#partial ??= { hashes: new Set(), refused: 0 });
    for (const hash of part) {
      if (set.hashes.has(hash)) continue;
      if (set.hashes.size < shared.limits.tokensPerDevice) set.hashes.add(hash);
      else set.refused += 1;
    }
    if (more) return;
    this.#partial = undefined;
    if (!this.#charge(set.hashes.size)) return;
    const detail = `kept ${set.hashes.size}, refused ${set.refused}`;
    const isNews = this.#kept !== undefined || set.hashes.size > 0;
    const event = this.#event('token.announce', { outcome: 'allowed', detail });
    await shared.recorded(async ({ tokens }) => ({
      result: await tokens.announce(key, [...set.hashes]),
      event: isNews ? event : undefined,
    }));
    this.#kept = set.hashes;
    this.#answer(set.hashes, set.refused);
  }

  async #add(kept: Set<string>, hash: string): Promise<void> {
    const { key, shared } = this.#options;
    if (kept.has(hash)) return this.#answer(kept, 0);
    const tokenId = announcedTokenId(hash);
    if (kept.size >= shared.limits.tokensPerDevice) {
      await shared.audit.record(
        this.#event('token.announce', { outcome: 'refused', tokenId, detail: 'too many tokens' }),
      );
      return this.#answer(kept, 1);
    }
    await shared.recorded(async ({ tokens }) => ({
      result: await tokens.announceOne(key, hash),
      event: this.#event('token.announce', { outcome: 'allowed', tokenId }),
    }));
    kept.add(hash);
    return this.#answer(kept, 0);
  }

  async #withdraw(kept: Set<string>, hash: string): Promise<void> {
    const { key, shared } = this.#options;
    if (kept.has(hash)) {
      await shared.recorded(async ({ tokens }) => ({
        result: await tokens.withdraw(key, hash),
        event: this.#event('token.withdraw', { outcome: 'allowed', tokenId: announcedTokenId(hash) }),
      }));
      kept.delete(hash);
    }
    this.#answer(kept, 0);
  }

  #answer(kept: ReadonlySet<string>, refused: number): void {
    if (refused > 0) {
      const { requestId } = this.#options.origin;
      this.#options.shared.log.warn(
        { requestId, kept: kept.size, refused },
        'a device announced too many tokens',
      );
    }
    this.#options.send({ type: 'tokens-kept', kept: kept.size, refused });
  }

  #event(action: string, decision: Pick<AuditEvent, 'outcome' | 'tokenId' | 'detail'>): AuditEvent {
    const { key, origin } = this.#options;
    return { action, actor: 'device', ...key, ...origin, ...decision };
  }

  #charge(count: number): boolean {
    if (this.#bucket.take(this.#options.shared.clock.monotonic(), count)) return true;
    this.#options.handleFlood();
    return false;
  }
}
