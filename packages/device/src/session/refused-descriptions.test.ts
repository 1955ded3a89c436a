/** @module A client that is refused again and again does not fill the log. */
import { encodeSignalingMessage, silentLogger } from '@longwire/protocol';
import { expect, test } from 'vitest';
import { Router } from '../coap/router.ts';
import { NO_RIGHTS } from './plan-line.ts';
import { Session } from './session.ts';
import { TrackCatalog } from './track-catalog.ts';

test('descriptions that are refused are one line of the log for a client', () => {
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
