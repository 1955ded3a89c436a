/** @module Codes, numbers, paths, blocks and settings. Blocks by RFC 7959 section 3 and RFC 8323 section 6.2. */
import { describe, expect, test } from 'vitest';
import { bytesToHex, hexToBytes } from '../../bytes/hex.ts';
import { BERT_SZX, blockUnitBytes, encodeBlock, parseBlock } from './block.ts';
import { CoapCode, codeOfStatus, isSignal, statusOfCode } from './coap-code.ts';
import {
  isCritical,
  pathOf,
  pathOptions,
  queryOf,
  segmentOptions,
  uintOf,
  uintOption,
} from './coap-option.ts';
import { BASE_CSM, parseCsm } from './csm.ts';

test.each([
  [0x45, 205],
  [0x5f, 231],
  [0x84, 404],
  [0x8f, 415],
  [0xa4, 504],
])('code %i is %i', (code, status) => {
  expect([statusOfCode(code), codeOfStatus(status)]).toEqual([status, code]);
});

test.each([
  [450, 0x80],
  [599, 0xa0],
  [100, 0xa0],
  [302, 0xa0],
  [999, 0xa0],
  [Number.NaN, 0xa0],
])('status %i, which has no code, is %i', (status, code) => expect(codeOfStatus(status)).toBe(code));

test('signals are class 7', () => {
  expect([CoapCode.CSM, CoapCode.ABORT, 0xff, CoapCode.SERVICE_UNAVAILABLE, 1, 0xdf].map(isSignal)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
});

test.each([
  [0, ''],
  [1, '01'],
  [255, 'ff'],
  [256, '0100'],
  [0xff_ffff, 'ffffff'],
  [0xffff_ffff, 'ffffffff'],
])('the number %i is %s', (value, text) => {
  expect(bytesToHex(uintOption(1, value).value)).toBe(text);
  expect(uintOf(hexToBytes(text))).toBe(value);
});

test('option numbers may have leading zeros but at most four bytes, and must be uint32', () => {
  expect([uintOf(hexToBytes('0001')), uintOf(new Uint8Array(5))]).toEqual([1, undefined]);
  for (const value of [-1, 0.5, 2 ** 32, Number.NaN])
    expect(() => uintOption(1, value)).toThrow(expect.objectContaining({ code: 'ERR_REQUEST_INVALID' }));
});

test.each([
  ['/', '/', []],
  ['/a', '/a', []],
  ['/a/b?x=1&y', '/a/b', ['x=1', 'y']],
  ['/a/?', '/a/', []],
  ['/a%20b/ü', '/a%20b/ü', []],
  ['/a?x=/?', '/a', ['x=/?']],
])('the path %s', (path, without, query) => {
  const options = pathOptions(path);
  expect([pathOf(options), queryOf(options)]).toEqual([without, query]);
});

test.each(['/', '/a', '/a/?x=1&y', '/a?x=/?'])('segmentOptions keeps the whole path %s', (path) => {
  const options = segmentOptions(path);
  expect([pathOf(options), queryOf(options)]).toEqual([path, []]);
});

describe('blocks', () => {
  test.each([
    // RFC 7959 section 3, and the ends
    [0, true, 128, '0b'],
    [1, true, 128, '1b'],
    [2, false, 128, '23'],
    [0, false, 64, '02'],
    [3, true, 64, '3a'],
    [0, false, 16, ''],
    [0xfffff, true, 1024, 'fffffe'],
  ])('%i/%s/%i', (num, more, size, text) => {
    const block = { num, more, szx: Math.log2(size) - 4 };
    expect(bytesToHex(encodeBlock(23, block).value)).toBe(text);
    expect(parseBlock(hexToBytes(text))).toEqual(block);
    expect(blockUnitBytes(block.szx)).toBe(size);
  });

  test.each([
    // RFC 8323 section 6.2
    [0, true, '0f'],
    [3, true, '3f'],
    [8, false, '87'],
    [8, true, '8f'],
    [24, false, '0187'],
  ])('%i/%s/BERT', (num, more, text) => {
    expect(bytesToHex(encodeBlock(27, { num, more, szx: BERT_SZX }).value)).toBe(text);
    expect(parseBlock(hexToBytes(text))).toEqual({ num, more, szx: BERT_SZX });
    expect(blockUnitBytes(BERT_SZX)).toBe(1024);
  });

  test('refuse options of four bytes and block numbers beyond the last', () => {
    expect(parseBlock(new Uint8Array(4))).toBeUndefined();
    expect(() => encodeBlock(23, { num: 0x10_0000, more: false, szx: 0 })).toThrow(
      expect.objectContaining({ code: 'ERR_REQUEST_INVALID' }),
    );
  });
});

describe('the settings of a CSM', () => {
  const size = uintOption(2, 4096);
  const blockWise = { number: 4, value: new Uint8Array(0) };

  test('are those of RFC 8323 section 5.3.1 until a CSM arrives', () => {
    expect(parseCsm([])).toEqual({ ok: true, value: { maxMessageSize: 1152, isBlockWise: false } });
    expect(BASE_CSM).toEqual({ maxMessageSize: 1152, isBlockWise: false });
  });

  test('keep values that a later CSM does not mention', () => {
    const first = parseCsm([size]);
    if (!first.ok) throw new Error('settings expected');
    expect(parseCsm([blockWise], first.value)).toEqual({
      ok: true,
      value: { maxMessageSize: 4096, isBlockWise: true },
    });
  });

  test('ignore unknown elective options and refuse critical ones and wrong lengths', () => {
    expect(parseCsm([{ number: 6, value: new Uint8Array(1) }])).toMatchObject({ ok: true });
    expect(parseCsm([size, { number: 7, value: new Uint8Array(1) }])).toEqual({ ok: false, badOption: 7 });
    expect(parseCsm([{ number: 2, value: new Uint8Array(5) }])).toEqual({ ok: false, badOption: 2 });
    expect([isCritical(7), isCritical(6)]).toEqual([true, false]);
  });
});
