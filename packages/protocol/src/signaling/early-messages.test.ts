/** @module Messages in the name of a sub-protocol: what comes out is what went in, and whatever else stands in the header is nothing. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  earlyMessages,
  earlySubprotocol,
  LOGIN_FEATURES,
  MAX_EARLY_LENGTH,
  takesEarly,
} from './early-messages.ts';

/** RFC 9110 section 5.6.2, which a sub-protocol's name has to be. */
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/u;

test('any messages come out as they went in, beside other sub-protocols', () => {
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

test('what is too long for a header is said later', () => {
  expect(earlySubprotocol(['x'.repeat(MAX_EARLY_LENGTH)])).toBe(undefined);
  expect(earlyMessages(`json,longwire-early.${'A'.repeat(MAX_EARLY_LENGTH)}`)).toEqual([]);
});

test.each([undefined, '', 'json', 'json, longwire-early', 'longwire-early.=', 'longwire-early.A'])(
  'nothing is said by %j',
  (header) => {
    expect(earlyMessages(header)).toEqual([]);
  },
);

test('a service that takes them names them, and nothing else is taken for that', () => {
  expect(takesEarly(LOGIN_FEATURES)).toBe(true);
  for (const features of [undefined, null, 'early/1', {}, [], ['early/2'], [1]])
    expect(takesEarly(features)).toBe(false);
});
