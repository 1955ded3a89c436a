/** @module The service's HTTP API, products: written from its OpenAPI document by packages/signaling/src/http/api-types.test.ts. */

export interface ProductsApi {
  /** products, sorted by id */
  'GET /products': {
    readonly query?: {
      readonly limit?: number | undefined;
      readonly after?: string | undefined;
    };
    readonly answer: {
      readonly items: readonly {
        readonly productId: string;
        readonly createdAt: string;
        readonly issuers: readonly {
          readonly issuer: string;
          readonly audience: string;
          readonly jwks: string;
        }[];
      }[];
      readonly next: string | null;
    };
  };
  /** add a product */
  'POST /products': {
    readonly body: {
      readonly productId: string;
      readonly issuer?: {
        readonly issuer: string;
        readonly audience: string;
        readonly jwks: string;
      };
    };
    readonly answer: {
      readonly productId: string;
      readonly createdAt: string;
      readonly issuers: readonly {
        readonly issuer: string;
        readonly audience: string;
        readonly jwks: string;
      }[];
    };
  };
  /** one product */
  'GET /products/{productId}': {
    readonly path: {
      readonly productId: string;
    };
    readonly answer: {
      readonly productId: string;
      readonly createdAt: string;
      readonly issuers: readonly {
        readonly issuer: string;
        readonly audience: string;
        readonly jwks: string;
      }[];
    };
  };
  /** remove a product with its devices and tokens; its connections end */
  'DELETE /products/{productId}': {
    readonly path: {
      readonly productId: string;
    };
    readonly answer: null;
  };
  /** add a JWT issuer */
  'POST /products/{productId}/issuers': {
    readonly path: {
      readonly productId: string;
    };
    readonly body: {
      readonly issuer: string;
      readonly audience: string;
      readonly jwks: string;
    };
    readonly answer: {
      readonly productId: string;
      readonly createdAt: string;
      readonly issuers: readonly {
        readonly issuer: string;
        readonly audience: string;
        readonly jwks: string;
      }[];
    };
  };
  /** remove an issuer; sessions that use its JWTs end */
  'DELETE /products/{productId}/issuers': {
    readonly path: {
      readonly productId: string;
    };
    readonly query: {
      readonly issuer: string;
    };
    readonly answer: null;
  };
}
