/**
 * @module Frames that RFC 6455 forbids: each ends only its own socket, with the code that the RFC specifies.
 */
import { SIGNALING_PATH, SIGNALING_SUBPROTOCOL } from '@longwire/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ENDPOINTS } from '../test-support/endpoints.fixture.ts';
import { GoodPair } from '../test-support/good-pair.fixture.ts';
import { frame, Opcode, RawSocket, upgradeLines } from '../test-support/raw-socket.fixture.ts';
import { TestService } from '../test-support/test-service.fixture.ts';
import { FRAME_CASES, FRAME_LIMIT, TRUNCATED } from './frame-violations.fixture.ts';

let pair: GoodPair;
beforeAll(async () => {
  pair = await GoodPair.start({ limits: { frameBytes: FRAME_LIMIT, attachmentFrameBytes: FRAME_LIMIT } });
});
afterAll(() => pair[Symbol.asyncDispose]());

describe.each(ENDPOINTS)("a %s's socket", (_who, path, subprotocol) => {
  const open = (): Promise<RawSocket> => RawSocket.upgrade(pair.url, upgradeLines(path, subprotocol));

  test.each(FRAME_CASES)('a socket reacts as RFC 6455 requires to $name', async ({ bytes, outcome }) => {
    const raw = await open();
    for (const part of bytes) raw.write(part);
    expect(await raw.outcome()).toEqual(outcome);
    await raw.end();
    expect(await pair.isServed()).toBe(true);
  });

  test.each(FRAME_CASES.filter(({ bytes }) => bytes.length > 1))(
    'a socket reacts as RFC 6455 requires, in one piece, to $name',
    async ({ bytes, outcome }) => {
      const raw = await open();
      raw.write(Buffer.concat([...bytes]));
      expect(await raw.outcome()).toEqual(outcome);
      await raw.end();
    },
  );

  test.each(TRUNCATED)('a socket ends after %s and the end of the data', async (_name, bytes) => {
    const raw = await open();
    for (const part of bytes) raw.write(part);
    await raw.end('fin');
    expect(await raw.settled()).toMatchObject({ kind: 'cut' });
    expect(await pair.isServed()).toBe(true);
  });

  test.each(TRUNCATED)('a socket ends after %s and a reset', async (_name, bytes) => {
    const raw = await open();
    for (const part of bytes) raw.write(part);
    await raw.end('reset');
    expect(await raw.settled()).toEqual({ kind: 'cut' });
    expect(await pair.isServed()).toBe(true);
  });

  test('a socket that is closed for a violation and does not close is terminated', async () => {
    const raw = await open();
    raw.write(frame({ opcode: Opcode.text, payload: 'x', masked: false }));
    expect(await raw.settled()).toEqual({ kind: 'close', code: 1002 });
    await raw.ended;
  });

  test('a valid frame that arrives byte by byte is accepted', async () => {
    const raw = await open();
    for (const byte of frame({ opcode: Opcode.text, payload: '{"type":3}' })) raw.write(Buffer.of(byte));
    expect(await raw.outcome()).toEqual({ kind: 'open' });
    await raw.end();
    expect(await pair.isServed()).toBe(true);
  });
});

test.each([
  ['an unmasked frame', frame({ opcode: Opcode.text, payload: 'x', masked: false })],
  ['invalid UTF-8', frame({ opcode: Opcode.text, payload: Buffer.of(0xff) })],
  ['a frame that is too large', frame({ opcode: Opcode.text, length: 1n << 40n })],
  ['the end of the connection', undefined],
])("a client's violation ends its session at the device too: %s", async (_name, bytes) => {
  await using service = await TestService.start();
  const device = await service.attach();
  const raw = await RawSocket.upgrade(
    service.service.url,
    upgradeLines(SIGNALING_PATH, SIGNALING_SUBPROTOCOL),
  );
  raw.write(frame({ opcode: Opcode.text, payload: service.loginText() }));
  const { session } = await device.next('session-open');
  if (bytes !== undefined) raw.write(bytes);
  await raw.end('fin');
  expect((await device.next('session-close')).session).toBe(session);
});

test('no socket is left after all violations', async () => {
  await expect.poll(() => pair.socketCount()).toBe(2);
  pair.leave();
  await expect.poll(() => pair.socketCount()).toBe(0);
});
