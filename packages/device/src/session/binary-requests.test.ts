/** @module Requests in `coap-ws/1` over real peer connections: used only if announced, and observed under current rights. */
import { COAP_WS_FEATURE, CoapCode, CoapOptionNumber, STREAM_FEATURE, uintOption } from '@longwire/protocol';
import { afterEach, describe, expect, test } from 'vitest';
import { block2, blockIn, summaryOf, textOf } from '../coap/binary/binary-client.fixture.ts';
import { Router } from '../coap/router.ts';
import { BinaryRequestClient } from './binary-request-client.fixture.ts';
import { sessionOptions } from './session-options.fixture.ts';
import { Session } from './session.ts';
import { TestClient } from './test-client.fixture.ts';

const REGISTER = uintOption(CoapOptionNumber.OBSERVE, 0);
const cleanUps: (() => void)[] = [];
afterEach(() => cleanUps.splice(0).forEach((cleanUp) => cleanUp()));

async function setUp(features: readonly string[], label = 'coap') {
  const rights = { isAllowed: true };
  const router = new Router({ guard: { userOf: () => undefined, isAllowed: () => rights.isAllowed } });
  const state = { value: 'a' };
  const resource = router.addObservable('/value', () => state.value);
  router.get('/large', () => new Uint8Array(600_000).fill(7));
  const gate = Promise.withResolvers<string>();
  router.get('/gated', () => gate.promise);
  const session = new Session(sessionOptions({ router }));
  const client = new TestClient(session, label);
  cleanUps.push(() => {
    session.close(1000, 'test over');
    client.close();
  });
  client.offer({ features: [...features] });
  await client.until(() => client.isOpen);
  return { rights, state, gate, resource, session, client };
}

test('uses coap-ws/1 if the client announces it, and sends the device’s CSM first', async () => {
  const { client } = await setUp([STREAM_FEATURE, COAP_WS_FEATURE]);
  expect(client.metadata[0]?.featuresTaken).toEqual([STREAM_FEATURE, COAP_WS_FEATURE]);
  const talk = new BinaryRequestClient(client);
  expect(summaryOf(await talk.get('/value', 1))).toEqual([205, 'a']);
  expect(talk.received.map(({ code }) => code)).toEqual([CoapCode.CSM, 0x45]);
});

test('sends a large response in blocks', async () => {
  const { client } = await setUp([COAP_WS_FEATURE]);
  const talk = new BinaryRequestClient(client);
  let length = 0;
  for (let isMore = true; isMore;) {
    const answer = await talk.get('/large', 2, length === 0 ? [] : [block2(length / 1024)]);
    length += answer.payload?.length ?? 0;
    isMore = blockIn(answer, CoapOptionNumber.BLOCK2)?.more === true;
  }
  expect(length).toBe(600_000);
});

test('notifies observers of changes until rights are revoked or the channel closes', async () => {
  const { client, state, resource, rights, session } = await setUp([COAP_WS_FEATURE]);
  const talk = new BinaryRequestClient(client);
  for (const token of [3, 4]) await talk.get('/value', token, [REGISTER]);
  state.value = 'b';
  resource.notify();
  await client.until(() => [3, 4].every((token) => talk.answersTo(token).length === 2));
  rights.isAllowed = false;
  session.recheck();
  await client.until(() => talk.answersTo(3).length === 3);
  expect(talk.answersTo(3).map(textOf)).toEqual(['a', 'b', 'Access Denied']);
  expect(resource.observerCount).toBe(0);
  rights.isAllowed = true;
  await talk.get('/value', 5, [REGISTER]);
  expect(resource.observerCount).toBe(1);
  client.close();
  await expect.poll(() => resource.observerCount).toBe(0);
});

test('does not serve the remaining blocks of a response after rights are revoked', async () => {
  const { client, rights, session } = await setUp([COAP_WS_FEATURE]);
  const talk = new BinaryRequestClient(client);
  const first = await talk.get('/large', 6);
  expect(blockIn(first, CoapOptionNumber.BLOCK2)?.more).toBe(true);
  rights.isAllowed = false;
  session.recheck();
  expect(summaryOf(await talk.get('/large', 6, [block2(255)]))[0]).toBe(403);
});

test('answers a protocol violation with an abort and closes only that channel', async () => {
  const { client } = await setUp([COAP_WS_FEATURE]);
  const talk = new BinaryRequestClient(client);
  client.sendRaw('{"type":0,"requestId":"1","method":"GET","path":"/value"}');
  await client.until(() => talk.received.at(-1)?.code === CoapCode.ABORT);
  expect(talk.received.map(textOf)).toEqual(['', 'text on a binary channel']);
  await client.until(() => client.isChannelClosed);
  expect(client.isClosed).toBe(false);
});

describe('JSON is used', () => {
  test.each([
    ['for a client that announces nothing', [], 'coap'],
    ['for a client that announces something else', [STREAM_FEATURE], 'coap'],
    ['on a nabto-coap channel even if coap-ws/1 is announced', [COAP_WS_FEATURE], 'nabto-coap'],
  ])('%s', async (_, features, label) => {
    const { client } = await setUp(features, label);
    expect(await client.request('GET', '/value')).toMatchObject({ statusCode: 205 });
    expect(client.binaryMessages).toEqual([]);
  });

  test('does not deliver a response that becomes ready after rights are revoked', async () => {
    const { client, rights, gate, session } = await setUp([]);
    const answer = client.request('GET', '/gated');
    await client.request('GET', '/value');
    rights.isAllowed = false;
    session.recheck();
    gate.resolve('secret');
    expect(await answer).toMatchObject({ statusCode: 403 });
  });
});
