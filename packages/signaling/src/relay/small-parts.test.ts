/** @module Counts by key, addresses and close reasons. */
import { expect, test } from 'vitest';
import { addressOf, networkOf, type RequestOrigin } from '../request/address.ts';
import { clipReason } from './close-reason.ts';
import { KeyedCounter } from '../request/keyed-counter.ts';

test('a counter counts by key up to its limit, and decrements once per item', () => {
  const tally = new KeyedCounter(2);
  const first = tally.take('a');
  tally.take('a');
  expect(tally.take('a')).toBeUndefined();
  expect(tally.take('b')).toBeDefined();
  first?.[Symbol.dispose]();
  first?.[Symbol.dispose]();
  expect(tally.take('a')).toBeDefined();
  expect(tally.take('a')).toBeUndefined();
});

test.each([
  ['198.51.100.7', '198.51.100.7'],
  ['::ffff:198.51.100.7', '198.51.100.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0DB8:1:0002::9', '2001:db8:1:2'],
  ['2001:db8::9', '2001:db8:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['::1', '0:0:0:0'],
  ['unknown', 'unknown'],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test('the forwarded address counts only behind a trusted proxy, and only the last one', () => {
  const request = fakeRequest('203.0.113.1, 198.51.100.2 ');
  expect(addressOf(request, false)).toBe('127.0.0.1');
  expect(addressOf(request, true)).toBe('198.51.100.2');
  expect(addressOf(fakeRequest(undefined), true)).toBe('127.0.0.1');
});

test('a close reason is truncated to 123 bytes between characters', () => {
  expect(clipReason('x'.repeat(123))).toBe('x'.repeat(123));
  expect(clipReason('x'.repeat(124))).toBe('x'.repeat(123));
  expect(clipReason('\u{1F600}'.repeat(40))).toBe('\u{1F600}'.repeat(30));
});

function fakeRequest(forwarded: string | undefined): RequestOrigin {
  return {
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    socket: { remoteAddress: '127.0.0.1' },
  };
}
