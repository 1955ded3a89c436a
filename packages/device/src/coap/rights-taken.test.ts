/** @module An answer that becomes ready after its right was withdrawn is neither sent nor stored. */
import { CoapCode, encodeRequest, type CoapFrame } from '@longwire/protocol';
import { expect, test } from 'vitest';
import { anySession, BinaryClient, block2, summaryOf } from './binary/binary-client.fixture.ts';
import { CoapChannel } from './coap-channel.ts';
import { Router } from './router.ts';

function setUp() {
  const rights = { isAllowed: true };
  const gate = Promise.withResolvers<string | undefined>();
  const router = new Router({ guard: { userOf: () => undefined, isAllowed: () => rights.isAllowed } });
  router.get('/log', () => gate.promise);
  router.put('/door', () => gate.promise);
  return { rights, gate, router, client: new BinaryClient({ router }) };
}

const token = Uint8Array.of(1);
const inBlocks = { maxMessageSize: 2000, isBlockWise: true };
const statusOf = (frame: CoapFrame): number => summaryOf(frame)[0];

test('a binary channel drops an answer whose right was withdrawn, in one message or in blocks', async () => {
  const { rights, gate, router, client } = setUp();
  const small = new BinaryClient({ router, csm: inBlocks });
  const answers = [client, small].map((one) => one.ask(CoapCode.GET, '/log', { token }));
  rights.isAllowed = false;
  for (const one of [client, small]) one.channel.recheck();
  gate.resolve('x'.repeat(5000));
  for (const answer of answers) expect(summaryOf(await answer)).toEqual([403, 'Access Denied']);
  const later = await small.ask(CoapCode.GET, '/log', { token, options: [block2(1, 6)] });
  expect([statusOf(later), small.shares.downloads.all]).toEqual([403, []]);
});

test('a JSON channel drops an answer whose right was withdrawn', async () => {
  const { rights, gate, router } = setUp();
  const json = new CoapChannel({ router, context: { session: anySession } });
  const answer = json.handleMessage(encodeRequest({ requestId: '1', method: 'GET', path: '/log' }));
  rights.isAllowed = false;
  json.recheck();
  gate.resolve('secret');
  expect(JSON.parse((await answer) ?? '')).toMatchObject({ statusCode: 403 });
});

test('an answer is sent if the client still has its right', async () => {
  const { gate, client } = setUp();
  const answer = client.ask(CoapCode.GET, '/log');
  client.channel.recheck();
  gate.resolve('public');
  expect(summaryOf(await answer)).toEqual([205, 'public']);
});

test('an empty success is sent even if its right was withdrawn', async () => {
  const { rights, gate, client } = setUp();
  const answer = client.ask(CoapCode.PUT, '/door');
  rights.isAllowed = false;
  client.channel.recheck();
  gate.resolve(undefined);
  expect(statusOf(await answer)).toBe(204);
});
