/** @module The vector of RFC 5769 section 2.2, and messages that are not STUN. */
import { assert, nat, property, uint8Array } from 'fast-check';
import { expect, test } from 'vitest';
import { bindingRequest, mappedAddress, readAttributes, StunType } from './stun-message.ts';

const ANSWER = new Uint8Array(
  Buffer.from(
    '0101003c2112a442b7e7a701bc34d686fa87dfae8022000b7465737420766563746f7220002000080001a147e112a643' +
      '000800142b91f599fd9e90c38c7489f92af9ba53f06be7d780280004c07d4c96',
    'hex',
  ),
);
const TRANSACTION = ANSWER.slice(8, 20);

test('reads the mapped address of an answer', () => {
  expect(mappedAddress(ANSWER, TRANSACTION)).toEqual({ address: '192.0.2.1', port: 32_853 });
});

test('reads no mapped address from the answer to another request, an IPv6 answer or a request', () => {
  expect(mappedAddress(ANSWER, new Uint8Array(12))).toBeUndefined();
  const family = Buffer.from(ANSWER).indexOf('0020000800', 0, 'hex') + 5;
  const other = Uint8Array.from(ANSWER);
  other[family] = 2;
  expect(mappedAddress(other, TRANSACTION)).toBeUndefined();
  expect(mappedAddress(bindingRequest(TRANSACTION), TRANSACTION)).toBeUndefined();
});

test('a binding request is a header without attributes', () => {
  const request = bindingRequest(TRANSACTION);
  expect(Buffer.from(request).toString('hex')).toBe('000100002112a442b7e7a701bc34d686fa87dfae');
  expect(readAttributes(request, StunType.bindingRequest)).toEqual([]);
});

test('never reports an attribute beyond the end of the message, for any bytes', () => {
  assert(
    property(uint8Array({ maxLength: 120 }), nat(120), (noise, at) => {
      const message = Uint8Array.from(ANSWER);
      message.set(noise.subarray(0, Math.max(0, message.length - at)), Math.min(at, message.length));
      for (const { start, length } of readAttributes(message, StunType.bindingResponse) ?? []) {
        expect(start + length).toBeLessThanOrEqual(message.length);
      }
    }),
  );
});
