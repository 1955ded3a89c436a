import { expect, test } from 'vitest';
import { booleanOf, fieldOf, numberOf, parseJson, textOf } from './read-field.ts';

test.each([undefined, null, 7, 'text', [], {}])('%j has no field', (value) => {
  expect(fieldOf(value, 'name')).toBeUndefined();
});

test('only own fields of the right type are read', () => {
  const value: unknown = JSON.parse('{"name":"door","port":80,"isOpen":false}');
  expect([textOf(value, 'name'), numberOf(value, 'port')]).toEqual(['door', 80]);
  expect([textOf(value, 'port'), numberOf(value, 'name')]).toEqual([undefined, undefined]);
  expect([booleanOf(value, 'isOpen'), booleanOf(value, 'port')]).toEqual([false, undefined]);
  expect(fieldOf(value, 'toString')).toBeUndefined();
  expect(numberOf({ port: Number.NaN }, 'port')).toBeUndefined();
});

test.each(['', '{', 'undefined', "{'a': 1}"])('%j is no JSON, and has no value', (text) => {
  expect(parseJson(text)).toBeUndefined();
});

test.each([null, false, 0, '', [1], { a: 1 }])('the JSON of %j has that value', (value) => {
  expect(parseJson(JSON.stringify(value))).toEqual(value);
});
