/** @module Streams on the wire: frames byte by byte, labels, features, and reset codes. */
import { describe, expect, test } from 'vitest';
import { bytesToHex, hexToBytes } from '../bytes/hex.ts';
import { MAX_FEATURES, STREAM_FEATURE, selectFeatures } from './feature.ts';
import { StreamResetCode, streamResetName } from './reset-code.ts';
import { decodeStreamFrame, encodeStreamFrame, MAX_STREAM_MESSAGE_BYTES } from './stream-frame.ts';
import type { StreamFrame } from './stream-frame.ts';
import { formatStreamLabel, MAX_STREAM_PORT, parseStreamLabel } from './stream-label.ts';

describe('stream frames as in PROTOCOL.md section 9', () => {
  test.each<[string, string, StreamFrame]>([
    ['DATA', '00616263', { kind: 'data', data: new TextEncoder().encode('abc') }],
    ['DATA without bytes', '00', { kind: 'data', data: new Uint8Array() }],
    ['FIN', '01', { kind: 'fin' }],
    ['RESET', '0200000003', { kind: 'reset', code: 3 }],
    ['RESET with the largest code', '02ffffffff', { kind: 'reset', code: 0xffff_ffff }],
    ['CREDIT', '0300020000', { kind: 'credit', bytes: 131_072 }],
    ['CREDIT of nothing', '0300000000', { kind: 'credit', bytes: 0 }],
    ['the largest CREDIT', '03ffffffff', { kind: 'credit', bytes: 0xffff_ffff }],
  ])('%s', (_name, hex, frame) => {
    expect(bytesToHex(encodeStreamFrame(frame))).toBe(hex);
    expect(decodeStreamFrame(hexToBytes(hex))).toEqual({ ok: true, value: frame });
  });

  test.each([
    ['nothing', ''],
    ['FIN with more in it', '0100'],
    ['RESET without a code', '02'],
    ['RESET with a short code', '02000001'],
    ['RESET with more after its code', '020000000100'],
    ['CREDIT without a number', '03'],
    ['CREDIT with a short number', '03000001'],
    ['CREDIT with more after its number', '030000000100'],
    ['an unknown type', '04'],
    ['the largest unknown type', 'ff00000000'],
  ])('%s is refused', (_name, hex) => {
    expect(decodeStreamFrame(hexToBytes(hex))).toMatchObject({ ok: false });
  });

  test('the largest message is decoded, one byte more is refused', () => {
    expect(decodeStreamFrame(new Uint8Array(MAX_STREAM_MESSAGE_BYTES))).toMatchObject({ ok: true });
    expect(decodeStreamFrame(new Uint8Array(MAX_STREAM_MESSAGE_BYTES + 1))).toMatchObject({ ok: false });
  });

  test('a message in the middle of a larger buffer is decoded', () => {
    const buffer = hexToBytes('aa020000000700616263bb');
    expect(decodeStreamFrame(buffer.subarray(1, 6))).toEqual({ ok: true, value: { kind: 'reset', code: 7 } });
    expect(decodeStreamFrame(buffer.subarray(6, 10))).toEqual({
      ok: true,
      value: { kind: 'data', data: new TextEncoder().encode('abc') },
    });
  });
});

describe('stream labels', () => {
  test.each([
    ['stream-0', 0],
    ['stream-22', 22],
    ['nabto-stream-22', 22],
    ['stream-4294967295', MAX_STREAM_PORT],
  ])('%s is a stream', (label, port) => {
    expect(parseStreamLabel(label)).toBe(port);
    expect(parseStreamLabel(formatStreamLabel(port))).toBe(port);
  });

  test.each([
    'stream-4294967296',
    'stream-99999999999999999999',
    'stream-007',
    'stream-00',
    'stream-',
    'stream--1',
    'stream-+1',
    'stream-1.0',
    'stream-1e3',
    'stream-0x10',
    'stream-22 ',
    ' stream-22',
    'stream-22\n',
    'stream-２２',
    'Stream-22',
    'nabto-nabto-stream-1',
    'nabto-22',
    'coap',
    '',
  ])('%j is none', (label) => {
    expect(parseStreamLabel(label)).toBeUndefined();
  });

  test.each([-1, 1.5, Number.NaN, Infinity, MAX_STREAM_PORT + 1])('refuse the port %d', (port) => {
    expect(() => formatStreamLabel(port)).toThrowError(expect.objectContaining({ code: 'ERR_STREAM_PORT' }));
  });
});

describe('selectFeatures', () => {
  test.each<[string, string[] | undefined, string[]]>([
    ['nothing announced', undefined, []],
    ['an empty list', [], []],
    ['one that is known', [STREAM_FEATURE], [STREAM_FEATURE]],
    ['among others, more than once', ['x/1', STREAM_FEATURE, STREAM_FEATURE], [STREAM_FEATURE]],
    ['another version only', ['stream/2', 'STREAM/1', 'stream/1 '], []],
    ['beyond the maximum number of names', [...Array(MAX_FEATURES).fill('x'), STREAM_FEATURE], []],
  ])('%s', (_name, announced, taken) => {
    expect(selectFeatures(announced, [STREAM_FEATURE])).toEqual(taken);
  });

  test('keeps the order of the known features and drops unknown ones', () => {
    expect(selectFeatures(['a', 'b', 'c'], ['c', 'a', 'd'])).toEqual(['c', 'a']);
  });
});

test('streamResetName names the codes of Longwire and no code of the application', () => {
  expect(Object.values(StreamResetCode).map(streamResetName)).toEqual(Object.keys(StreamResetCode));
  expect(streamResetName(1000)).toBeUndefined();
});
