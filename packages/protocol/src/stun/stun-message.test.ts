/** @module The vector of RFC 5769 section 2.2, and messages that are not STUN. */
import { array, assert, constantFrom, nat, property, tuple, uint8Array } from 'fast-check';
import { expect, test } from 'vitest';
import {
  decodeMappedAddress,
  decodeStunMessage,
  encodeMappedAddress,
  encodeStunMessage,
  StunAttribute,
  StunType,
} from './stun-message.ts';

const fromHex = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../gu) ?? [], (byte) => parseInt(byte, 16));

const ANSWER = fromHex(
  '0101003c2112a442b7e7a701bc34d686fa87dfae8022000b7465737420766563746f7220002000080001a147e112a643' +
    '000800142b91f599fd9e90c38c7489f92af9ba53f06be7d780280004c07d4c96',
);

test('the published answer has its type, transaction and attributes', () => {
  const decoded = decodeStunMessage(ANSWER);
  expect(decoded?.type).toBe(StunType.bindingResponse);
  expect(decoded?.transaction).toEqual(fromHex('b7e7a701bc34d686fa87dfae'));
  expect(decoded?.attributes.map(({ type, start, value }) => [type, start, value.length])).toEqual([
    [0x8022, 24, 11],
    [StunAttribute.xorMappedAddress, 40, 8],
    [StunAttribute.messageIntegrity, 52, 20],
    [StunAttribute.fingerprint, 76, 4],
  ]);
  const mapped = decoded?.attributes[1]?.value ?? new Uint8Array();
  expect(decodeMappedAddress(mapped)).toEqual({ address: '192.0.2.1', port: 32_853 });
  expect(encodeMappedAddress({ address: '192.0.2.1', port: 32_853 })).toEqual(mapped);
});

test('an IPv6 address, or a value of another length, is no IPv4 address', () => {
  expect(decodeMappedAddress(fromHex('0002a147e112a643'))).toBeUndefined();
  expect(decodeMappedAddress(fromHex('0001a147e112a6'))).toBeUndefined();
});

test('a request without attributes is a header', () => {
  const transaction = fromHex('b7e7a701bc34d686fa87dfae');
  const bytes = encodeStunMessage({ type: StunType.bindingRequest, transaction });
  expect(bytes).toEqual(fromHex('000100002112a442b7e7a701bc34d686fa87dfae'));
});

const attribute = tuple(nat(0xffff), uint8Array({ maxLength: 40 }));

test('what was encoded is decoded again', () => {
  assert(
    property(
      constantFrom(...Object.values(StunType)),
      uint8Array({ minLength: 12, maxLength: 12 }),
      array(attribute, { maxLength: 5 }),
      (type, transaction, attributes) => {
        const decoded = decodeStunMessage(encodeStunMessage({ type, transaction, attributes }));
        expect(decoded).toMatchObject({ type, transaction });
        expect(decoded?.attributes.map((each) => [each.type, each.value])).toEqual(attributes);
      },
    ),
  );
});

test('no attribute reaches beyond the end of the message, for any bytes', () => {
  assert(
    property(uint8Array({ maxLength: 120 }), nat(120), (noise, at) => {
      const message = Uint8Array.from(ANSWER);
      message.set(noise.subarray(0, Math.max(0, message.length - at)), Math.min(at, message.length));
      for (const { start, value } of decodeStunMessage(message)?.attributes ?? [])
        expect(start + value.length).toBeLessThanOrEqual(message.length);
    }),
  );
});
