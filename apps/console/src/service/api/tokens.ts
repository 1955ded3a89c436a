/** @module The service's HTTP API, tokens: written from its OpenAPI document by packages/signaling/src/http/api-types.test.ts. */

export interface TokensApi {
  /** tokens of a product, or of one device of it */
  'GET /products/{productId}/tokens': {
    readonly path: {
      readonly productId: string;
    };
    readonly query?: {
      readonly limit?: number | undefined;
      readonly after?: string | undefined;
      readonly deviceId?: string | undefined;
    };
    readonly answer: {
      readonly items: readonly {
        readonly tokenId: string;
        readonly productId: string;
        readonly deviceId: string | null;
        readonly origin: 'service' | 'device';
        readonly createdAt: string;
        readonly expiresAt: string | null;
        readonly isRevoked: boolean;
      }[];
      readonly next: string | null;
    };
  };
  /** create a token for a device, or for all devices of a product */
  'POST /products/{productId}/tokens': {
    readonly path: {
      readonly productId: string;
    };
    readonly body: {
      readonly deviceId?: string;
      readonly lifetimeMs: number;
      readonly isShort?: boolean;
    };
    readonly answer: {
      readonly tokenId: string;
      readonly value: string;
      readonly expiresAt: string;
    };
  };
  /** one token */
  'GET /tokens/{tokenId}': {
    readonly path: {
      readonly tokenId: string;
    };
    readonly answer: {
      readonly tokenId: string;
      readonly productId: string;
      readonly deviceId: string | null;
      readonly origin: 'service' | 'device';
      readonly createdAt: string;
      readonly expiresAt: string | null;
      readonly isRevoked: boolean;
    };
  };
  /** revoke a token; sessions that use it end within a second */
  'DELETE /tokens/{tokenId}': {
    readonly path: {
      readonly tokenId: string;
    };
    readonly answer: null;
  };
  /** create a new token of the same scope; the old one stays valid for the overlap */
  'POST /tokens/{tokenId}/rotate': {
    readonly path: {
      readonly tokenId: string;
    };
    readonly body: {
      readonly overlapMs: number;
      readonly lifetimeMs: number;
    };
    readonly answer: {
      readonly tokenId: string;
      readonly value: string;
      readonly expiresAt: string;
    };
  };
}
