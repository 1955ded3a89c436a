/** @module The requests of the service's HTTP API and their answers, written from its OpenAPI document by packages/signaling/src/http/api-types.test.ts. */

/** By method and path below `/api/v1`: what goes into the path, the query and the body, and what comes back. */
export interface ServiceApi {
  /** this document */
  'GET /openapi.json': {
    readonly answer: object;
  };
  /** log in with a password; the session is a cookie that needs https or localhost */
  'POST /login': {
    readonly body: {
      readonly name: string;
      readonly password: string;
    };
    readonly answer: {
      readonly kind: 'operator' | 'apiKey';
      readonly name: string;
      readonly role: 'viewer' | 'manager' | 'admin';
    };
  };
  /** end the session */
  'POST /logout': {
    readonly answer: null;
  };
  /** the caller */
  'GET /me': {
    readonly answer: {
      readonly kind: 'operator' | 'apiKey';
      readonly name: string;
      readonly role: 'viewer' | 'manager' | 'admin';
    };
  };
  /** change the caller's own password; all of their sessions end */
  'PUT /me/password': {
    readonly body: {
      readonly current: string;
      readonly password: string;
    };
    readonly answer: null;
  };
  /** products, sorted by id */
  'GET /products': {
    readonly query?: {
      readonly limit?: number;
      readonly after?: string;
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
  /** devices of a product, sorted by id */
  'GET /products/{productId}/devices': {
    readonly path: {
      readonly productId: string;
    };
    readonly query?: {
      readonly limit?: number;
      readonly after?: string;
    };
    readonly answer: {
      readonly items: readonly {
        readonly productId: string;
        readonly deviceId: string;
        readonly fingerprint: string;
        readonly name: string | null;
        readonly isEnabled: boolean;
        readonly createdAt: string;
        readonly seenAt: string | null;
      }[];
      readonly next: string | null;
    };
  };
  /** add a device */
  'POST /products/{productId}/devices': {
    readonly path: {
      readonly productId: string;
    };
    readonly body: {
      readonly deviceId: string;
      readonly fingerprint: string;
      readonly name?: string;
    };
    readonly answer: {
      readonly productId: string;
      readonly deviceId: string;
      readonly fingerprint: string;
      readonly name: string | null;
      readonly isEnabled: boolean;
      readonly createdAt: string;
      readonly seenAt: string | null;
    };
  };
  /** one device, and whether it is attached */
  'GET /products/{productId}/devices/{deviceId}': {
    readonly path: {
      readonly productId: string;
      readonly deviceId: string;
    };
    readonly answer: {
      readonly productId: string;
      readonly deviceId: string;
      readonly fingerprint: string;
      readonly name: string | null;
      readonly isEnabled: boolean;
      readonly createdAt: string;
      readonly seenAt: string | null;
      readonly live: {
        readonly state: 'attached' | 'detached' | 'unknown';
        readonly since: string | null;
        readonly node: string | null;
      };
    };
  };
  /** change a device; disabling it or changing its key ends its connections */
  'PATCH /products/{productId}/devices/{deviceId}': {
    readonly path: {
      readonly productId: string;
      readonly deviceId: string;
    };
    readonly body: {
      readonly name?: string | null;
      readonly fingerprint?: string;
      readonly isEnabled?: boolean;
    };
    readonly answer: {
      readonly productId: string;
      readonly deviceId: string;
      readonly fingerprint: string;
      readonly name: string | null;
      readonly isEnabled: boolean;
      readonly createdAt: string;
      readonly seenAt: string | null;
    };
  };
  /** remove a device with its tokens; its connections end */
  'DELETE /products/{productId}/devices/{deviceId}': {
    readonly path: {
      readonly productId: string;
      readonly deviceId: string;
    };
    readonly answer: null;
  };
  /** tokens of a product, or of one device of it */
  'GET /products/{productId}/tokens': {
    readonly path: {
      readonly productId: string;
    };
    readonly query?: {
      readonly limit?: number;
      readonly after?: string;
      readonly deviceId?: string;
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
  /** attached devices on all nodes */
  'GET /live/devices': {
    readonly query?: {
      readonly limit?: number;
      readonly after?: string;
      readonly productId?: string;
      readonly deviceId?: string;
    };
    readonly answer: {
      readonly items: readonly {
        readonly productId: string;
        readonly deviceId: string;
        readonly since: string;
        readonly node: string;
      }[];
      readonly next: string | null;
      readonly missingNodes: readonly string[];
    };
  };
  /** client sessions on all nodes */
  'GET /live/sessions': {
    readonly query?: {
      readonly limit?: number;
      readonly after?: string;
      readonly productId?: string;
      readonly deviceId?: string;
    };
    readonly answer: {
      readonly items: readonly {
        readonly sessionId: string;
        readonly productId: string;
        readonly deviceId: string;
        readonly tokenId: string;
        readonly address: string;
        readonly since: string;
        readonly node: string;
      }[];
      readonly next: string | null;
      readonly missingNodes: readonly string[];
    };
  };
  /** end a session on any node: its client is closed with 4001, its device is notified */
  'DELETE /live/sessions/{sessionId}': {
    readonly path: {
      readonly sessionId: string;
    };
    readonly answer: null;
  };
  /** decisions, newest first */
  'GET /audit': {
    readonly query?: {
      readonly before?: number;
      readonly limit?: number;
      readonly action?: string;
      readonly outcome?: 'allowed' | 'refused';
      readonly productId?: string;
      readonly deviceId?: string;
      readonly actor?: string;
    };
    readonly answer: {
      readonly items: readonly {
        readonly seq: number;
        readonly at: string;
        readonly action: string;
        readonly outcome: 'allowed' | 'refused';
        readonly actor: string;
        readonly productId: string | null;
        readonly deviceId: string | null;
        readonly tokenId: string | null;
        readonly address: string | null;
        readonly requestId: string | null;
        readonly detail: string | null;
      }[];
      readonly next: string | null;
    };
  };
  /** all operators */
  'GET /operators': {
    readonly answer: {
      readonly items: readonly {
        readonly name: string;
        readonly role: 'viewer' | 'manager' | 'admin';
        readonly isEnabled: boolean;
        readonly createdAt: string;
      }[];
    };
  };
  /** add an operator */
  'POST /operators': {
    readonly body: {
      readonly name: string;
      readonly role: 'viewer' | 'manager' | 'admin';
      readonly password: string;
    };
    readonly answer: {
      readonly name: string;
      readonly role: 'viewer' | 'manager' | 'admin';
      readonly isEnabled: boolean;
      readonly createdAt: string;
    };
  };
  /** change the role, or enable or disable an operator; disabling ends the sessions. The last admin cannot be demoted */
  'PATCH /operators/{name}': {
    readonly path: {
      readonly name: string;
    };
    readonly body: {
      readonly role?: 'viewer' | 'manager' | 'admin';
      readonly isEnabled?: boolean;
    };
    readonly answer: {
      readonly name: string;
      readonly role: 'viewer' | 'manager' | 'admin';
      readonly isEnabled: boolean;
      readonly createdAt: string;
    };
  };
  /** remove an operator and end their sessions. The last admin cannot be removed */
  'DELETE /operators/{name}': {
    readonly path: {
      readonly name: string;
    };
    readonly answer: null;
  };
  /** set a password; ends the operator's sessions */
  'PUT /operators/{name}/password': {
    readonly path: {
      readonly name: string;
    };
    readonly body: {
      readonly password: string;
    };
    readonly answer: null;
  };
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
  /** products, issuers, devices, tokens, operators and keys as JSON lines, with hashes instead of secrets */
  'GET /export': {
    readonly answer: string;
  };
  /** import the export of another service, all or nothing */
  'POST /import': {
    readonly body: unknown;
    readonly answer: {
      readonly added: number;
      readonly unchanged: number;
    };
  };
  /** numbers of connections on all nodes, and totals of the responding node */
  'GET /live/counts': {
    readonly answer: {
      readonly at: string;
      readonly devices: number;
      readonly sessions: number;
      readonly missingNodes: readonly string[];
      readonly counter: string;
      readonly totals: {
        readonly messages: number;
        readonly logins: number;
        readonly refusedLogins: number;
        readonly requests: number;
      };
    };
  };
}
