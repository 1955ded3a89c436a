/** @module The service's HTTP API, keys: written from its OpenAPI document by packages/signaling/src/http/api-types.test.ts. */

export interface KeysApi {
  /** all API keys, without their values */
  'GET /keys': {
    readonly answer: {
      readonly items: readonly {
        readonly keyId: string;
        readonly name: string;
        readonly role: 'viewer' | 'manager' | 'admin';
        readonly createdAt: string;
        readonly expiresAt: string | null;
        readonly isRevoked: boolean;
      }[];
    };
  };
  /** create an API key; without a lifetime it is valid until revoked */
  'POST /keys': {
    readonly body: {
      readonly name: string;
      readonly role: 'viewer' | 'manager' | 'admin';
      readonly lifetimeMs?: number;
    };
    readonly answer: {
      readonly keyId: string;
      readonly value: string;
    };
  };
  /** revoke an API key */
  'DELETE /keys/{keyId}': {
    readonly path: {
      readonly keyId: string;
    };
    readonly answer: null;
  };
}
