/** @module The service's HTTP API, session: written from its OpenAPI document by packages/signaling/src/http/api-types.test.ts. */

export interface SessionApi {
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
}
