/** @module Clients without trickle ICE, at each point where they can announce it (PROTOCOL.md section 2, Metadata). */
import { afterEach, expect, test } from 'vitest';
import { createNativePeer } from '../peer/create-native-peer.ts';
import type { CreateNativePeer } from '../peer/native-peer.ts';
import { sessionOptions } from './session-options.fixture.ts';
import { Session } from './session.ts';
import { TestClient } from './test-client.fixture.ts';

const cleanUps: (() => void)[] = [];
afterEach(() => cleanUps.splice(0).forEach((cleanUp) => cleanUp()));

/** On loopback gathering completes immediately; here the first `looks` reads still return 'gathering'. */
const gathering =
  (looks: number): CreateNativePeer =>
  (options) => {
    const native = createNativePeer(options);
    const real = native.gatheringState.bind(native);
    let left = looks;
    const state = (): string => (left-- > 0 ? 'gathering' : real());
    Object.defineProperty(native, 'gatheringState', { value: state });
    return native;
  };

function setUp(looks: number): TestClient {
  const session: Session = new Session(sessionOptions({ createNative: gathering(looks) }));
  const client = new TestClient(session);
  cleanUps.push(() => {
    session.close(1000, 'test over');
    client.close();
  });
  return client;
}

async function isServed(client: TestClient): Promise<void> {
  await client.until(() => client.isOpen);
  expect(await client.request('GET', '/none')).toMatchObject({ statusCode: 404 });
}

const early = {
  kind: 'candidate',
  candidate: { candidate: 'candidate:1 1 udp 1 192.0.2.1 9 typ host', sdpMid: '0' },
  metadata: { noTrickle: true },
} as const;

test('noTrickle with the client’s offer: the answer contains candidates and no further offer follows', async () => {
  const client = setUp(0);
  client.offer({ noTrickle: true });
  await isServed(client);
  expect(client.answers[0]).toContain('a=candidate:');
  expect([client.offers, client.candidates]).toEqual([[], []]);
});

test('noTrickle with the client’s answer: one more offer contains the missed candidates', async () => {
  const client = setUp(1);
  client.extraMetadata = { noTrickle: true };
  client.send({ kind: 'requestOffer' });
  await client.until(() => client.offers.length > 1);
  expect(client.offers[1]).toContain('a=candidate:');
  await isServed(client);
  expect(client.offers).toHaveLength(2);
});

test('noTrickle with a candidate during an offer: one more offer follows the answer', async () => {
  const client = setUp(1);
  client.alter = (sdp) => {
    client.send(early);
    return sdp;
  };
  client.send({ kind: 'requestOffer' });
  await client.until(() => client.offers.length > 1);
  expect(client.offers[1]).toContain('a=candidate:');
  await isServed(client);
  expect(client.offers).toHaveLength(2);
});

test('noTrickle before any offer: the first offer contains candidates and no further offer follows', async () => {
  const client = setUp(0);
  client.send(early);
  client.send({ kind: 'requestOffer' });
  await isServed(client);
  client.send(early);
  expect(await client.request('GET', '/none')).toMatchObject({ statusCode: 404 });
  expect(client.offers).toHaveLength(1);
  expect(client.offers[0]).toContain('a=candidate:');
});

test('an offer requested by the client’s first message contains candidates', () => {
  const client = setUp(0);
  client.send({ kind: 'requestOffer' });
  expect(client.offers[0]).toContain('a=candidate:');
});

test('a client that has trickled a candidate gets the device’s candidates after its answer', async () => {
  const client = setUp(0);
  client.send({ ...early, metadata: {} });
  const before: number[] = [];
  client.alter = (sdp) => {
    before.push(client.candidates.length);
    return sdp;
  };
  client.send({ kind: 'requestOffer' });
  await isServed(client);
  expect([client.offers.length, before]).toEqual([1, [0]]);
  expect(client.offers[0]).not.toContain('a=candidate:');
  expect(client.candidates).not.toEqual([]);
});
