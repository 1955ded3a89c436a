/** @module For tests: options of a session whose client has all rights, with one resource: GET /here. */
import { silentLogger } from '@longwire/protocol';
import { Router } from '../coap/router.ts';
import type { SessionOptions } from './session.ts';
import { TrackCatalog } from './track-catalog.ts';

/** The options of such a session, with the test's overrides. */
export function sessionOptions(overrides: Partial<SessionOptions> = {}): SessionOptions {
  const router = new Router({ guard: { userOf: () => undefined, isAllowed: () => true } });
  router.get('/here', () => 'yes');
  return {
    id: 's',
    tokenId: 't',
    iceServers: [],
    router,
    catalog: new TrackCatalog(),
    rightsOf: () => ({ see: true, hear: true, talk: true }),
    logger: silentLogger,
    ...overrides,
  };
}
