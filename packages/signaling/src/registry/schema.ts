/** @module The tables of the registry. Times are milliseconds since the epoch. */

/** The whole database. */
export interface RegistrySchema {
  products: ProductTable;
  jwt_issuers: JwtIssuerTable;
  devices: DeviceTable;
  tokens: TokenTable;
}

/** Products, to which devices belong. */
export interface ProductTable {
  product_id: string;
  created_at: number;
}

/** Who may sign jwts for a product. */
export interface JwtIssuerTable {
  product_id: string;
  issuer: string;
  audience: string;
  /** Where the issuer's keys are: an http(s) URL or an absolute file name. */
  jwks: string;
  created_at: number;
}

/** Devices by the fingerprint of their key. */
export interface DeviceTable {
  product_id: string;
  device_id: string;
  fingerprint: string;
  name: string | null;
  created_at: number;
}

/** Connection tokens; never their values. */
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
