/** @module The service's HTTP API, devices: written from its OpenAPI document by packages/signaling/src/http/api-types.test.ts. */

export interface DevicesApi {
  /** devices of a product, sorted by id */
  'GET /products/{productId}/devices': {
    readonly path: {
      readonly productId: string;
    };
    readonly query?: {
      readonly limit?: number | undefined;
      readonly after?: string | undefined;
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
}
