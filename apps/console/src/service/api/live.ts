/** @module The service's HTTP API, live: written from its OpenAPI document by packages/signaling/src/http/api-types.test.ts. */

export interface LiveApi {
  /** attached devices on all nodes */
  'GET /live/devices': {
    readonly query?: {
      readonly limit?: number | undefined;
      readonly after?: string | undefined;
      readonly productId?: string | undefined;
      readonly deviceId?: string | undefined;
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
      readonly limit?: number | undefined;
      readonly after?: string | undefined;
      readonly productId?: string | undefined;
      readonly deviceId?: string | undefined;
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
