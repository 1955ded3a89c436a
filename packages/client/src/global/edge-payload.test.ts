/** @module Payloads that pages send and receive. */
import { encodeCbor } from '@longwire/protocol/cbor';
import { describe, expect, test } from 'vitest';
import { bytesOf, CoapContentFormat, decodeCborPayload, type EdgePayload } from './edge-payload.ts';

describe('bytesOf', () => {
  const bytes = Uint8Array.of(0, 104, 195, 169, 255);
  const wide = Uint16Array.of(0x0102, 0x0304);

  test.each<[string, EdgePayload, number[]]>([
    ['a string as UTF-8', 'hé €', [104, 195, 169, 32, 226, 130, 172]],
    ['an empty string', '', []],
    ['an array of numbers', [0, 127, 255], [0, 127, 255]],
    ['an ArrayBuffer', bytes.slice().buffer, [0, 104, 195, 169, 255]],
    ['a Uint8Array', bytes, [0, 104, 195, 169, 255]],
    ['the part of a buffer that a view shows', bytes.subarray(1, 3), [104, 195]],
    ['an Int8Array', Int8Array.of(-1, 1), [255, 1]],
    ['a Uint16Array, in memory order', wide, Array.from(new Uint8Array(wide.buffer))],
    ['a DataView', new DataView(bytes.buffer, 3), [169, 255]],
  ])('%s', (_name, payload, expected) => {
    expect(Array.from(bytesOf(payload))).toEqual(expected);
  });

  test.each([{}, 5, true, new Date(0)])('refuses %s, which is not a payload type', (payload) => {
    expect(() => Reflect.apply(bytesOf, undefined, [payload])).toThrow(
      expect.objectContaining({
        code: 'ERR_REQUEST_INVALID',
        message: expect.stringContaining('typed array'),
      }),
    );
  });
});

test.each([
  ['TEXT_PLAIN_UTF8', 0],
  ['APPLICATION_LINK_FORMAT', 40],
  ['XML', 41],
  ['APPLICATION_OCTET_STREAM', 42],
  ['APPLICATION_JSON', 50],
  ['APPLICATION_CBOR', 60],
] as const)('CoapContentFormat maps %s to %i and back', (name, value) => {
  expect([CoapContentFormat[name], CoapContentFormat[value]]).toEqual([value, name]);
});

describe('decodeCborPayload', () => {
  const bytes = encodeCbor({ a: [1, 'b'] });

  test.each<[string, EdgePayload]>([
    ['an array of numbers', [...bytes]],
    ['bytes', bytes],
    ['a buffer', bytes.slice().buffer],
  ])('reads %s', (_name, payload) => {
    expect(decodeCborPayload(payload)).toEqual({ a: [1, 'b'] });
  });

  test('decodes a map with any keys to an ordinary object', () => {
    const value = decodeCborPayload(encodeCbor({ ['__proto__']: 1, Username: 'ann' }));
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object.entries(Object(value))).toEqual([
      ['__proto__', 1],
      ['Username', 'ann'],
    ]);
  });

  test.each([
    ['bytes behind the value', [...bytes, 0]],
    ['a second value', [1, 2]],
    ['half a value', [0x5f]],
    ['nothing', []],
  ])('refuses %s', (_name, payload) => {
    expect(() => decodeCborPayload(payload)).toThrow(expect.objectContaining({ code: 'ERR_CBOR' }));
  });
});
