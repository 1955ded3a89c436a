/** @module The tables of the registry. Times are milliseconds since the epoch, booleans are 0 and 1. */
import type { Generated } from 'kysely';

/** All tables. */
export interface RegistrySchema {
  products: ProductTable;
  jwt_issuers: JwtIssuerTable;
  devices: DeviceTable;
  tokens: TokenTable;
  announced_tokens: AnnouncedTokenTable;
  changes: ChangeTable;
  audit: AuditTable;
  operators: OperatorTable;
  operator_sessions: OperatorSessionTable;
  api_keys: ApiKeyTable;
  push_keys: PushKeyTable;
}

/** Products. */
export interface ProductTable {
  product_id: string;
  created_at: number;
}

/** JWT issuers of products. */
export interface JwtIssuerTable {
  product_id: string;
  issuer: string;
  audience: string;
  /** Location of the issuer's keys: an http(s) URL or an absolute file name. */
  jwks: string;
  created_at: number;
}

/** Devices with the fingerprints of their keys. */
export interface DeviceTable {
  product_id: string;
  device_id: string;
  fingerprint: string;
  name: string | null;
  created_at: number;
  is_enabled: Generated<number>;
  seen_at: number | null;
}

/** Hashes of connection tokens that the service created. */
export interface TokenTable {
  token_id: string;
  /** SHA-256 of the token, hex. */
  hash: string;
  product_id: string;
  /** null: every device of the product. */
  device_id: string | null;
  created_at: number;
  expires_at: number;
  revoked_at: number | null;
}

/** Hashes of connection tokens that devices gave to their users. */
export interface AnnouncedTokenTable {
  product_id: string;
  device_id: string;
  hash: string;
  token_id: string;
  created_at: number;
  /** Set when an operator revoked it; stays as long as the device announces it. */
  revoked_at: number | null;
}

/** Revocations. */
export interface ChangeTable {
  seq: Generated<number>;
  at: number;
  kind: string;
  product_id: string;
  device_id: string | null;
  token_id: string | null;
  issuer: string | null;
}

/** Access decisions. */
export interface AuditTable {
  seq: Generated<number>;
  at: number;
  action: string;
  outcome: string;
  actor: string;
  product_id: string | null;
  device_id: string | null;
  token_id: string | null;
  address: string | null;
  request_id: string | null;
  detail: string | null;
}

/** Operators. */
export interface OperatorTable {
  name: string;
  role: string;
  password_hash: string;
  is_enabled: number;
  created_at: number;
}

/** Browser sessions of operators. */
export interface OperatorSessionTable {
  /** SHA-256 of the session's value, hex. */
  hash: string;
  name: string;
  created_at: number;
  expires_at: number;
}

/** API keys. */
export interface ApiKeyTable {
  key_id: string;
  name: string;
  role: string;
  /** SHA-256 of the key, hex. */
  hash: string;
  created_at: number;
  expires_at: number | null;
  revoked_at: number | null;
}

/** The key pair that signs push messages: one row. */
export interface PushKeyTable {
  id: number;
  /** The private key as a JSON Web Key. */
  jwk: string;
  created_at: number;
}
