/** @module Messages in a sub-protocol name survive a round trip, and anything else in the header is ignored. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  earlyMessages,
  earlySubprotocol,
  LOGIN_FEATURES,
  MAX_EARLY_LENGTH,
  supportsEarlyMessages,
} from './early-messages.ts';

/** RFC 9110 section 5.6.2: the syntax of a sub-protocol name. */
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/u;

test('earlyMessages reverses earlySubprotocol, beside other sub-protocols', () => {
  const message = fc.jsonValue().map((value) => JSON.stringify(value));
  fc.assert(
    fc.property(fc.array(message, { minLength: 1, maxLength: 5 }), (texts) => {
      const name = earlySubprotocol(texts);
      if (name === undefined) return;
      expect(name).toMatch(TOKEN);
      expect(earlyMessages(`json, ${name}`)).toEqual(texts);
    }),
  );
});

test('earlySubprotocol returns undefined for messages too long for a header', () => {
  expect(earlySubprotocol(['x'.repeat(MAX_EARLY_LENGTH)])).toBe(undefined);
  expect(earlyMessages(`json,longwire-early.${'A'.repeat(MAX_EARLY_LENGTH)}`)).toEqual([]);
});

test.each([undefined, '', 'json', 'json, longwire-early', 'longwire-early.=', 'longwire-early.A'])(
  'earlyMessages finds no message in %j',
  (header) => {
    expect(earlyMessages(header)).toEqual([]);
  },
);

test('supportsEarlyMessages recognises only the features of a service that accepts early messages', () => {
  expect(supportsEarlyMessages(LOGIN_FEATURES)).toBe(true);
  for (const features of [undefined, null, 'early/1', {}, [], ['early/2'], [1]])
    expect(supportsEarlyMessages(features)).toBe(false);
});
