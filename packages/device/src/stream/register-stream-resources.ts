/** @module The resource that lists the streams that the caller may open. */
import { given } from '@longwire/protocol';
import { jsonResponse } from '../coap/coap-response.ts';
import type { RouteGuard, Router } from '../coap/router.ts';
import type { StreamCatalog } from './stream-catalog.ts';

/** Options of {@link registerStreamResources}. */
export interface StreamResources {
  readonly guard: RouteGuard;
  readonly catalog: StreamCatalog;
}

/** Registers GET /streams. */
export function registerStreamResources(router: Router, { guard, catalog }: StreamResources): void {
  router.get(
    '/streams',
    ({ session }) => {
      const allowed = catalog.services.filter(({ action }) => guard.isAllowed(session, action));
      return jsonResponse(
        205,
        allowed.map(({ port, name, handler: { service } }) => ({
          port,
          name,
          ...given({ service }),
        })),
      );
    },
    // Each service has its own action; a caller without any gets an empty list.
    { action: null },
  );
}
