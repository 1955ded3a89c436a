/** @module Connection tokens, as a port. */
import type { DeviceKey } from './presence.ts';

/** What a new token is for. */
export interface TokenRequest {
  readonly productId: string;
  /** Without: every device of the product. */
  readonly deviceId?: string | undefined;
  /** Up to ten years. */
  readonly lifetimeMs: number;
  /** Compatibility: twelve characters, for existing pages whose form fields take no more. Default false. */
  readonly isShort?: boolean | undefined;
}

/** A token as it is kept. */
export interface StoredToken {
  readonly id: string;
  readonly productId: string;
  readonly deviceId: string | undefined;
  /** Made by the service, or announced by the device that gave it to its user. */
  readonly origin: 'service' | 'device';
  readonly createdAt: number;
  /** undefined: as long as the device says so. */
  readonly expiresAt: number | undefined;
  readonly isRevoked: boolean;
}

/** A new token; the value is shown this once. */
export interface IssuedToken {
  readonly id: string;
  readonly value: string;
  readonly expiresAt: number;
}

/** How a token is replaced. */
export interface TokenRotation {
  /** How long the old one is good beside the new one; 0 revokes it at once. */
  readonly overlapMs: number;
  readonly lifetimeMs: number;
}

/** One page of tokens, sorted by id. */
export interface TokenPage {
  readonly productId: string;
  /** Those of this device only, not those of the whole product. */
  readonly deviceId?: string | undefined;
  /** The last token of the page before. */
  readonly after?: Pick<StoredToken, 'id' | 'deviceId'> | undefined;
  /** 1 to 1,000. */
  readonly limit: number;
}

/** The tokens that were given out. */
export interface Tokens {
  /** Makes a token; its value is nowhere but in the answer. @throws EdgeError ERR_NOT_FOUND without such a product or device, ERR_LIFETIME */
  add(request: TokenRequest): Promise<IssuedToken>;
  /** Makes a token worthless from now on; one that is revoked already stays so. @throws EdgeError ERR_NOT_FOUND */
  revoke(id: string): Promise<void>;
  /** Makes a token of the same scope, and lets the old one end. @throws EdgeError ERR_NOT_FOUND unless the service made it and it is good still, ERR_LIFETIME */
  rotate(id: string, rotation: TokenRotation): Promise<IssuedToken>;
  get(id: string): Promise<StoredToken | undefined>;
  list(page: TokenPage): Promise<StoredToken[]>;
  /** The token of this value as it counts for this device, whatever its state; one for another device is returned as well, for the log to say so. */
  find(key: DeviceKey, value: string): Promise<StoredToken | undefined>;
  /**
   * Makes these the tokens (SHA-256, 64 hex digits) that the device announced; what is not among them any more is worth nothing from now on.
   * @throws EdgeError ERR_HEX, ERR_NOT_FOUND, ERR_REGISTRY_LIMIT
   */
  announce(key: DeviceKey, hashes: readonly string[]): Promise<void>;
  /** Adds one. @throws EdgeError ERR_HEX, ERR_NOT_FOUND, ERR_REGISTRY_LIMIT */
  announceOne(key: DeviceKey, hash: string): Promise<void>;
  /** Takes one back; one that was not announced is nothing to take back. @throws EdgeError ERR_HEX */
  withdraw(key: DeviceKey, hash: string): Promise<void>;
}
