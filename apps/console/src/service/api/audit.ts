/** @module The service's HTTP API, audit: written from its OpenAPI document by packages/signaling/src/http/api-types.test.ts. */

export interface AuditApi {
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
}
