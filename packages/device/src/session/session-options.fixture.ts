/** @module For tests: a session whose client may do everything, with one resource: GET /here. */
import { silentLogger } from '@longwire/protocol';
import { Router } from '../coap/router.ts';
import type { SessionOptions } from './session.ts';
import { TrackCatalog } from './track-catalog.ts';

/** What such a session is made with, but for what a test says otherwise. */
export function sessionOptions(otherwise: Partial<SessionOptions> = {}): SessionOptions {
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
    ...otherwise,
  };
}
