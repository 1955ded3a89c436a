/** @module The service's HTTP API, about: written from its OpenAPI document by packages/signaling/src/http/api-types.test.ts. */

export interface AboutApi {
  /** this document */
  'GET /openapi.json': {
    readonly answer: object;
  };
}
