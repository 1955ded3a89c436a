/** @module The service's HTTP API, audit: written from its OpenAPI document by packages/signaling/src/http/api-types.test.ts. */

export interface AuditApi {
  /** decisions, newest first */
  'GET /audit': {
    readonly query?: {
      readonly before?: number | undefined;
      readonly limit?: number | undefined;
      readonly action?: string | undefined;
      readonly outcome?: 'allowed' | 'refused' | undefined;
      readonly productId?: string | undefined;
      readonly deviceId?: string | undefined;
      readonly actor?: string | undefined;
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
