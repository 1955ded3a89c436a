/**
 * @module Requests that open no WebSocket: each is answered on its own connection without affecting others.
 */
import {
  ATTACHMENT_PATH,
  ATTACHMENT_SUBPROTOCOL,
  SIGNALING_PATH,
  SIGNALING_SUBPROTOCOL,
} from '@longwire/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ENDPOINTS } from '../test-support/endpoints.fixture.ts';
import { GoodPair } from '../test-support/good-pair.fixture.ts';
import { RawSocket } from '../test-support/raw-socket.fixture.ts';
import { handshake, handshakeCases } from './handshake-violations.fixture.ts';

let pair: GoodPair;
beforeAll(async () => {
  pair = await GoodPair.start();
});
afterAll(() => pair[Symbol.asyncDispose]());

describe.each(ENDPOINTS)('a handshake for %ss', (_who, path, subprotocol) => {
  test.each(handshakeCases(path, subprotocol))(
    'gets the required response: $name',
    async ({ bytes, outcome }) => {
      const raw = await RawSocket.open(pair.url);
      raw.write(bytes);
      // a ping after a refused request would itself be invalid
      expect(await (outcome.kind === 'status' ? raw.settled() : raw.outcome())).toEqual(outcome);
      await raw.end();
      expect(await pair.isServed()).toBe(true);
    },
  );

  test('an interrupted handshake is dropped', async () => {
    const good = handshake(path, subprotocol);
    for (const part of [1, 10, 60, good.length - 1]) {
      const raw = await RawSocket.open(pair.url);
      raw.write(good.slice(0, part));
      await raw.end(part % 2 === 0 ? 'fin' : 'reset');
      expect(raw.text).not.toMatch(/^HTTP\/1\.1 101 /u);
    }
    expect(await pair.isServed()).toBe(true);
  });

  test('the connection of a refused handshake ends, whether or not its sender closes it', async () => {
    const raw = await RawSocket.open(pair.url);
    raw.write(handshake(path, subprotocol, { 'Sec-WebSocket-Version': '12' }));
    await raw.ended;
    expect(raw.text).toMatch(/^HTTP\/1\.1 426 /u);
    expect(raw.text.toLowerCase()).toContain('sec-websocket-version: 13');
  });
});

test('a client may omit the sub-protocol, a device may not', async () => {
  for (const [path, subprotocol, outcome] of [
    [SIGNALING_PATH, SIGNALING_SUBPROTOCOL, { kind: 'open' }],
    [ATTACHMENT_PATH, ATTACHMENT_SUBPROTOCOL, { kind: 'status', status: 400 }],
  ] as const) {
    const raw = await RawSocket.open(pair.url);
    raw.write(handshake(path, subprotocol, { 'Sec-WebSocket-Protocol': undefined }));
    expect(await (outcome.kind === 'status' ? raw.settled() : raw.outcome())).toEqual(outcome);
    await raw.end();
  }
});

test('no socket is left after all handshakes', async () => {
  await expect.poll(() => pair.socketCount()).toBe(2);
  pair.leave();
  await expect.poll(() => pair.socketCount()).toBe(0);
});
