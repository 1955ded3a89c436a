/** @module JSON objects with duplicate names are refused. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseStrictJsonObject } from './strict-json.ts';

describe('parseStrictJsonObject', () => {
  test.each([
    '{"a":1,"a":2}',
    '{"a":1,"\\u0061":2}',
    '{"b":{"a":1,"a":1}}',
    '{"b":[{"a":1},{"a":1,"c":{},"a":[]}]}',
    '{"":1,"":2}',
  ])('%s names something twice', (text) => {
    expect(parseStrictJsonObject(text)).toEqual({ ok: false, reason: 'a name occurs twice' });
  });

  test.each([
    '{"a":{"a":1},"b":[{"a":1},{"a":2}]}',
    '{"a":"a","b":"a:\\"a\\",{}"}',
    '{"a:":1,"a":":"}',
    '{}',
  ])('%s names nothing twice', (text) => {
    expect(parseStrictJsonObject(text).ok).toBe(true);
  });

  test.each(['', '{', '[]', '"a"', 'null', '1'])('refuses %j, which is not an object', (text) => {
    expect(parseStrictJsonObject(text).ok).toBe(false);
  });

  test('treats a member named __proto__ like any other', () => {
    const parsed = parseStrictJsonObject('{"__proto__":{"alg":"ES256"}}');
    expect(parsed.ok && parsed.value.get('alg')).toBe(undefined);
  });

  test('reverses JSON.stringify, and returns a value or a reason for any text', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const text = JSON.stringify(value);
        const parsed = parseStrictJsonObject(text);
        expect(parsed.ok && Object.fromEntries(parsed.value)).toEqual(JSON.parse(text));
      }),
    );
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(typeof parseStrictJsonObject(text).ok).toBe('boolean');
      }),
    );
  });
});
