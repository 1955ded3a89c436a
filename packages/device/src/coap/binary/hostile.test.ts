/** @module Arbitrary messages of a client: nothing throws or hangs, requests are answered, and memory stays within its limits. */
import {
  CoapCode,
  CoapOptionNumber,
  encodeBlock,
  encodeCoapFrame,
  pathOptions,
  type CoapOption,
} from '@longwire/protocol';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Router } from '../router.ts';
import { BinaryClient, textOf } from './binary-client.fixture.ts';
import { MAX_OBSERVATIONS } from './session-shares.ts';
import { MAX_TRANSFER_BYTES, MAX_TRANSFERS } from './transfer-store.ts';

const { BLOCK1, BLOCK2 } = CoapOptionNumber;
const router = new Router({
  guard: { userOf: () => undefined, isAllowed: () => true },
  maxBodyBytes: 8 * 1024 * 1024,
});
const resource = router.addObservable('/value', () => 'value');
router.get('/large', () => new Uint8Array(3_000_000));
router.post('/large', ({ payload }) => payload ?? new Uint8Array(2_000_000));
router.put('/value', ({ payload }) => void payload?.length);

const token = fc.uint8Array({ maxLength: 2 });
const path = fc.constantFrom(...['/value', '/large', '/none', '/'].map((text) => pathOptions(text)));
const block = fc
  .record({ num: fc.oneof(fc.nat(4), fc.nat(0xf_ffff)), more: fc.boolean(), szx: fc.nat(7) })
  .chain((one) => fc.constantFrom(encodeBlock(BLOCK1, one), encodeBlock(BLOCK2, one)));
const anyOption = fc.record({ number: fc.nat(70), value: fc.uint8Array({ maxLength: 4 }) });
const options = fc
  .tuple(path, fc.array(fc.oneof(block, anyOption), { maxLength: 3 }))
  .map(([segments, more]): CoapOption[] => [...segments, ...more]);
const payload = fc.oneof(
  fc.uint8Array({ minLength: 1, maxLength: 20 }),
  fc.constantFrom(16, 1024, 100 * 1024).map((length) => new Uint8Array(length)),
);
const codes = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(CoapCode.GET, CoapCode.POST, CoapCode.PUT) },
  { weight: 1, arbitrary: fc.constantFrom(CoapCode.CSM, CoapCode.PING, 0) },
);
const message = fc
  .tuple(codes, token, options, fc.option(payload, { nil: undefined }))
  .map(([code, name, list, body]) => ({ code, token: name, options: list, ...(body && { payload: body }) }));

/** Sends a request, which is answered unless the channel was closed because of earlier messages. */
async function isServed(client: BinaryClient): Promise<boolean> {
  if (client.isClosed) return client.received.at(-1)?.code === CoapCode.ABORT;
  return textOf(await client.ask(CoapCode.PUT, '/value')) === '';
}

function isBounded({ shares }: BinaryClient, kept: (typeof shares)['uploads' | 'downloads']): boolean {
  const all = kept.all;
  return all.length <= MAX_TRANSFERS && all.reduce((sum, { bytes }) => sum + bytes, 0) <= MAX_TRANSFER_BYTES;
}

test('any messages in any order are answered or end the channel, and memory stays within its limits', async () => {
  const property = fc.asyncProperty(fc.array(message, { maxLength: 60 }), async (messages) => {
    const client = new BinaryClient({ router });
    for (const one of messages) client.send(one);
    resource.notify();
    expect(await isServed(client)).toBe(true);
    expect(isBounded(client, client.shares.uploads) && isBounded(client, client.shares.downloads)).toBe(true);
    expect(resource.observerCount).toBeLessThanOrEqual(MAX_OBSERVATIONS);
    client.channel.handleClosed();
    expect([resource.observerCount, client.shares.uploads.all, client.shares.downloads.all]).toEqual([
      0,
      [],
      [],
    ]);
  });
  await fc.assert(property, { numRuns: 150 });
});

test('each request gets its answer', async () => {
  const requests = fc.array(
    message.filter(({ code }) => code > 0 && code < 32),
    { maxLength: 40 },
  );
  const property = fc.asyncProperty(requests, async (all) => {
    const client = new BinaryClient({ router });
    for (const [index, one] of all.entries()) client.send({ ...one, token: Uint8Array.of(index, 0xcc) });
    await client.until(() =>
      all.every((_, index) => client.answersTo(Uint8Array.of(index, 0xcc)).length > 0),
    );
    client.channel.handleClosed();
  });
  await expect(fc.assert(property, { numRuns: 100 })).resolves.toBeUndefined();
});

test('any bytes, and any truncated or altered message, are answered or end the channel', async () => {
  const changed = fc.tuple(message, fc.nat(), fc.nat(255)).map(([one, at, byte]) => {
    const bytes = encodeCoapFrame(one);
    bytes[at % bytes.length] = byte;
    return bytes.subarray(0, bytes.length - (at % 3));
  });
  const anything = fc.array(fc.oneof(fc.uint8Array({ maxLength: 40 }), changed), { maxLength: 20 });
  const property = fc.asyncProperty(anything, fc.boolean(), async (all, isSettled) => {
    const client = isSettled ? new BinaryClient({ router }) : new BinaryClient({ router, csm: undefined });
    for (const bytes of all) client.channel.handleMessage(bytes);
    client.channel.handleClosed();
    expect([resource.observerCount, client.shares.uploads.all]).toEqual([0, []]);
  });
  await expect(fc.assert(property, { numRuns: 500 })).resolves.toBeUndefined();
});
