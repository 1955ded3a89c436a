/** @module Encoding and decoding of envelopes. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { BusMessage } from './bus-message.ts';
import { encodeEnvelope, decodeEnvelope } from './envelope-codec.ts';

const HEADER = { from: 'a', epoch: 1, seq: 2 };
const key = { productId: fc.string(), deviceId: fc.string() };
const id = fc.string({ minLength: 1, maxLength: 40 });
const count = fc.nat();
const code = fc.integer({ min: 1000, max: 4999 });

const message: fc.Arbitrary<BusMessage> = fc.oneof(
  fc.record({ type: fc.constant('hello' as const) }),
  fc.record({ type: fc.constant('reset' as const), link: count }),
  fc.record({ type: fc.constant('replace' as const), device: fc.string(), attachment: id }),
  fc.record({
    type: fc.constant('open' as const),
    session: id,
    ...key,
    tokenId: fc.string(),
    iceServers: fc.array(
      fc.record({ urls: fc.array(fc.string()), username: fc.string(), credential: fc.string() }),
    ),
  }),
  fc.record({ type: fc.constant('say' as const), session: id, text: fc.string({ unit: 'binary' }) }),
  fc.record({ type: fc.constant('taken' as const), session: id, bytes: count }),
  fc.record({ type: fc.constant('end' as const), session: id, code, reason: fc.string() }),
  fc.record({
    type: fc.constant('listed' as const),
    question: id,
    devices: fc.array(fc.record({ ...key, since: count, node: id })),
    sessions: fc.array(
      fc.record({ ...key, id, tokenId: fc.string(), address: fc.string(), since: count, node: id }),
    ),
    isLast: fc.boolean(),
  }),
);

test('a decoded envelope equals the encoded one', () => {
  fc.assert(
    fc.property(fc.array(message), (messages) => {
      const text = encodeEnvelope(
        HEADER,
        messages.map((one) => JSON.stringify(one)),
      );
      expect(decodeEnvelope(text)).toEqual({ ...HEADER, messages });
    }),
  );
});

test.each([
  ['nothing', ''],
  ['no JSON', '{'],
  ['no object', '[]'],
  ['no sender', '{"link":1,"seq":1,"messages":[]}'],
  ['an empty sender', '{"from":"","link":1,"seq":1,"messages":[]}'],
  ['a number in quotes', '{"from":"a","link":1,"seq":"1","messages":[]}'],
  ['a negative number', '{"from":"a","link":-1,"seq":1,"messages":[]}'],
  ['a message of an unknown kind', '{"from":"a","link":1,"seq":1,"messages":[{"type":"x"}]}'],
  ['a message without its fields', '{"from":"a","link":1,"seq":1,"messages":[{"type":"say","session":"s"}]}'],
  [
    'an invalid close code',
    '{"from":"a","link":1,"seq":1,"messages":[{"type":"end","session":"s","code":7}]}',
  ],
])('%s is not an envelope', (_, text) => {
  expect(decodeEnvelope(text)).toBeUndefined();
});

test('decoding arbitrary text never throws', () => {
  const read = fc.property(fc.oneof(fc.string(), fc.json()), (text) => void decodeEnvelope(text));
  expect(() => fc.assert(read)).not.toThrow();
});
