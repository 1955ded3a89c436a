/** @module A client whose descriptions are refused repeatedly does not flood the log. */
import { encodeSignalingMessage, silentLogger } from '@longwire/protocol';
import { expect, test } from 'vitest';
import { Router } from '../coap/router.ts';
import { NO_RIGHTS } from './plan-line.ts';
import { Session } from './session.ts';
import { TrackCatalog } from './track-catalog.ts';

test('logs one warning per client for refused descriptions', () => {
  const warned: string[] = [];
  const session = new Session({
    id: 's',
    tokenId: 't',
    iceServers: [],
    router: new Router({ guard: { userOf: () => undefined, isAllowed: () => false } }),
    catalog: new TrackCatalog(),
    rightsOf: () => NO_RIGHTS,
    logger: { ...silentLogger, warn: (event) => warned.push(event) },
  });
  const description = { type: 'offer', sdp: 'v=0\r\n' } as const;
  const text = encodeSignalingMessage({ kind: 'description', description, metadata: {} });
  for (let count = 0; count < 100; count += 1) session.handleMessage(text);
  session.close(1000, 'test over');
  expect(warned).toEqual(['peer.description-refused']);
});
