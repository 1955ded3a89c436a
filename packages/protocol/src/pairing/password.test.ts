/** @module Generated passwords: alphabet, length, and no bias. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EdgeError } from '../errors/edge-error.ts';
import { generatePassword, PASSWORD_ALPHABET } from './password.ts';

/** A source that repeats these bytes. */
function cycle(bytes: Uint8Array): (length: number) => Uint8Array {
  let position = 0;
  return (length) => Uint8Array.from({ length }, () => bytes[position++ % bytes.length] ?? 0);
}

describe('generatePassword', () => {
  test('returns 16 characters of the alphabet for any usable source', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 64 }), (bytes) => {
        fc.pre(bytes.some((byte) => byte < 100));
        const password = generatePassword(cycle(bytes));
        expect(password).toHaveLength(16);
        expect(password.split('').every((character) => PASSWORD_ALPHABET.includes(character))).toBe(true);
      }),
    );
  });

  test('uses an alphabet without look-alikes and duplicates', () => {
    expect(PASSWORD_ALPHABET).not.toMatch(/[0Oo1Iil]/u);
    expect(new Set(PASSWORD_ALPHABET).size).toBe(PASSWORD_ALPHABET.length);
  });

  test('has no modulo bias: over all byte values every character is equally frequent', () => {
    const counts = new Map<string, number>();
    for (let byte = 0; byte < 256; byte += 1) {
      // a redrawn byte uses the next one, which marks it
      const first = generatePassword(cycle(Uint8Array.of(byte, 0, 0))).charAt(0);
      const isTaken = generatePassword(cycle(Uint8Array.of(byte, 1, 1))).charAt(0) === first;
      if (isTaken) counts.set(first, (counts.get(first) ?? 0) + 1);
    }
    expect(counts.size).toBe(PASSWORD_ALPHABET.length);
    expect(new Set(counts.values())).toEqual(new Set([4]));
  });

  test.each([
    ['too few bytes', (): Uint8Array => new Uint8Array(3)],
    ['only bytes that are redrawn', (length: number): Uint8Array => new Uint8Array(length).fill(255)],
  ])('ERR_RANDOM for a source of %s', (_title, randomBytes) => {
    expect(() => generatePassword(randomBytes)).toThrow(EdgeError);
    expect(() => generatePassword(randomBytes)).toThrow(/random source/u);
  });
});
