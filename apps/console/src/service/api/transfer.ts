/** @module The service's HTTP API, transfer: written from its OpenAPI document by packages/signaling/src/http/api-types.test.ts. */

export interface TransferApi {
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
}
