/**
 * @module The tokens of an attached device's sessions that go on without signaling: where no socket is left to
 * close, a revocation reaches the device.
 */
import { Disposables, type AttachmentMessage, type DeviceKey } from '@longwire/protocol';
import type { RelayShared } from './relay-shared.ts';

/** Options of {@link SessionTokens}. */
export interface SessionTokensOptions {
  readonly key: DeviceKey;
  readonly shared: Pick<RelayShared, 'live' | 'admission' | 'log'>;
  readonly send: (message: Extract<AttachmentMessage, { type: 'tokens-revoked' }>) => void;
}

/** Holds the set that the device named last, until disposed. */
export class SessionTokens implements Disposable {
  readonly #options: SessionTokensOptions;
  readonly #held = new Disposables();

  constructor(options: SessionTokensOptions) {
    this.#options = options;
  }

  /** The set is held before it is checked: a revocation is seen by the check, or it finds the token held. */
  async handle(tokenIds: readonly string[]): Promise<void> {
    const { key, shared } = this.#options;
    this.#held.dispose();
    for (const tokenId of new Set(tokenIds)) {
      const connection = { end: () => this.#revoke([tokenId]) };
      this.#held.use(shared.live.hold({ key, tokenId, connection }));
    }
    const revoked = await shared.admission.revokedAmong(key, tokenIds);
    if (revoked.length > 0) this.#revoke(revoked);
  }

  [Symbol.dispose](): void {
    this.#held.dispose();
  }

  #revoke(tokenIds: readonly string[]): void {
    const { key, shared, send } = this.#options;
    shared.log.info({ ...key, tokens: tokenIds.length }, 'tokens of sessions without signaling were revoked');
    send({ type: 'tokens-revoked', tokenIds: [...tokenIds] });
  }
}
