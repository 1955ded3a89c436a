/** @module Port for products and their JWT issuers. */
import type { JwtIssuer } from './jwt-issuer.ts';

/** A registered product. */
export interface StoredProduct {
  readonly productId: string;
  readonly createdAt: number;
  readonly issuers: readonly JwtIssuer[];
}

/** One page of a list sorted by id. */
export interface IdPage {
  /** The last id of the previous page. */
  readonly after?: string | undefined;
  /** 1 to 1,000. */
  readonly limit: number;
}

/** The registered products. */
export interface Products {
  /** Registers a product. @throws EdgeError ERR_NAME_FORMAT, ERR_JWKS, ERR_ALREADY_EXISTS */
  add(productId: string, issuer?: JwtIssuer): Promise<void>;
  get(productId: string): Promise<StoredProduct | undefined>;
  list(page: IdPage): Promise<StoredProduct[]>;
  /** Removes a product with its issuers, devices and tokens. @throws EdgeError ERR_NOT_FOUND */
  remove(productId: string): Promise<void>;
  has(productId: string): Promise<boolean>;
  jwtIssuers(productId: string): Promise<JwtIssuer[]>;
  /** @throws EdgeError ERR_NOT_FOUND, ERR_ALREADY_EXISTS, ERR_NAME_FORMAT, ERR_JWKS, ERR_REGISTRY_LIMIT */
  addIssuer(productId: string, issuer: JwtIssuer): Promise<void>;
  /** @throws EdgeError ERR_NOT_FOUND */
  removeIssuer(productId: string, issuer: string): Promise<void>;
}
