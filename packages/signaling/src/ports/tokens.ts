/** @module Port for connection tokens. */
import type { DeviceKey } from '@longwire/protocol';

/** Parameters of a new token. */
export interface TokenRequest {
  readonly productId: string;
  /** Default: valid for every device of the product. */
  readonly deviceId?: string | undefined;
  /** Up to ten years. */
  readonly lifetimeMs: number;
  /** Compatibility: twelve characters, for existing pages with short form fields. Default false. */
  readonly isShort?: boolean | undefined;
}

/** A stored token. */
export interface StoredToken {
  readonly id: string;
  readonly productId: string;
  readonly deviceId: string | undefined;
  /** Created by the service, or announced by the device that gave it to its user. */
  readonly origin: 'service' | 'device';
  readonly createdAt: number;
  /** undefined: valid until the device withdraws it. */
  readonly expiresAt: number | undefined;
  readonly isRevoked: boolean;
}

/** A new token; the value is shown only once. */
export interface IssuedToken {
  readonly id: string;
  readonly value: string;
  readonly expiresAt: number;
}

/** Parameters of a rotation. */
export interface TokenRotation {
  /** How long the old token stays valid; 0 revokes it immediately. */
  readonly overlapMs: number;
  readonly lifetimeMs: number;
}

/** One page of tokens, sorted by id. */
export interface TokenPage {
  readonly productId: string;
  /** Only tokens of this device, without those for the whole product. */
  readonly deviceId?: string | undefined;
  /** The last token of the previous page. */
  readonly after?: Pick<StoredToken, 'id' | 'deviceId'> | undefined;
  /** 1 to 1,000. */
  readonly limit: number;
}

/** The connection tokens. */
export interface Tokens {
  /**
   * Creates a token; its value is returned once and not stored. @throws EdgeError ERR_NOT_FOUND for an
   * unknown product or device, ERR_LIFETIME
   */
  add(request: TokenRequest): Promise<IssuedToken>;
  /** Revokes a token; no effect if it is already revoked. @throws EdgeError ERR_NOT_FOUND */
  revoke(id: string): Promise<void>;
  /**
   * Creates a token of the same scope and lets the old one expire. @throws EdgeError ERR_NOT_FOUND unless the
   * service created it and it is still valid, ERR_LIFETIME
   */
  rotate(id: string, rotation: TokenRotation): Promise<IssuedToken>;
  get(id: string): Promise<StoredToken | undefined>;
  list(page: TokenPage): Promise<StoredToken[]>;
  /**
   * The token with this value, in any state; prefers one that is valid for the device, but also returns one
   * of another device, for the log.
   */
  find(key: DeviceKey, value: string): Promise<StoredToken | undefined>;
  /**
   * Replaces the tokens that the device announced (SHA-256, 64 hex digits); tokens that are no longer listed
   * become invalid. @throws EdgeError ERR_HEX, ERR_NOT_FOUND, ERR_REGISTRY_LIMIT
   */
  announce(key: DeviceKey, hashes: readonly string[]): Promise<void>;
  /** Adds one announced token. @throws EdgeError ERR_HEX, ERR_NOT_FOUND, ERR_REGISTRY_LIMIT */
  announceOne(key: DeviceKey, hash: string): Promise<void>;
  /** Those of the ids that belong to tokens of this device, or of its whole product, that were not revoked; expired or not. */
  unrevokedAmong(key: DeviceKey, ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Removes one announced token; no effect if it was not announced. @throws EdgeError ERR_HEX */
  withdraw(key: DeviceKey, hash: string): Promise<void>;
}

/**
 * The id of a token that a device gave to its user, derived from the token's SHA-256; the device computes the
 * same (docs/protocol/attachment.md).
 */
export function announcedTokenId(hash: string): string {
  return `lwd_${hash.slice(0, 16)}`;
}
