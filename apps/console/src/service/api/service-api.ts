/** @module The requests of the service's HTTP API and their answers, written from its OpenAPI document by packages/signaling/src/http/api-types.test.ts. */

import type { AboutApi } from './about.ts';
import type { AuditApi } from './audit.ts';
import type { DevicesApi } from './devices.ts';
import type { KeysApi } from './keys.ts';
import type { LiveApi } from './live.ts';
import type { OperatorsApi } from './operators.ts';
import type { ProductsApi } from './products.ts';
import type { SessionApi } from './session.ts';
import type { TokensApi } from './tokens.ts';
import type { TransferApi } from './transfer.ts';

/** By method and path below `/api/v1`: what goes into the path, the query and the body, and what comes back. */
export interface ServiceApi
  extends
    AboutApi,
    AuditApi,
    DevicesApi,
    KeysApi,
    LiveApi,
    OperatorsApi,
    ProductsApi,
    SessionApi,
    TokensApi,
    TransferApi {}
