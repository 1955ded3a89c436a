/** @module Password hashing: the same work for all, a few at a time. */
import { scryptSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { PasswordHasher, readHash } from './password-hash.ts';

const COST = { log2N: 14, r: 8, p: 1 };

test('a hash contains its parameters and salt, and equals the output of scrypt', async () => {
  const stored = await new PasswordHasher().hash('a password of mine');
  const { salt, hash, ...cost } = readHash(stored);
  expect(cost).toEqual({ log2N: 15, r: 8, p: 3 });
  expect(salt).toHaveLength(16);
  expect(hash).toEqual(
    scryptSync('a password of mine', salt, 32, { N: 2 ** 15, r: 8, p: 3, maxmem: 2 ** 27 }),
  );
  expect(await new PasswordHasher().hash('a password of mine')).not.toBe(stored);
});

test('only the right password is accepted, and none without a stored hash', async () => {
  const hasher = new PasswordHasher(COST);
  const stored = await hasher.hash('right');
  expect(await hasher.verify('right', stored)).toBe(true);
  expect(await hasher.verify('wrong', stored)).toBe(false);
  expect(await hasher.verify('right', undefined)).toBe(false);
});

test('34 simultaneous passwords are accepted, including those of unknown names, and the next is refused until there is room', async () => {
  const hasher = new PasswordHasher(COST);
  const taken = Array.from({ length: 34 }, (_, index) =>
    index % 2 === 0 ? hasher.hash('x') : hasher.verify('x', undefined),
  );
  await expect(hasher.hash('x')).rejects.toMatchObject({ code: 'ERR_LOGIN_THROTTLED' });
  await expect(hasher.verify('x', undefined)).rejects.toMatchObject({ code: 'ERR_LOGIN_THROTTLED' });
  await Promise.all(taken);
  await expect(hasher.hash('x')).resolves.toMatch(/^scrypt\$14\$8\$1\$/);
});

test.each([
  '',
  'plain',
  `scrypt$1$8$1$${'a'.repeat(22)}$${'a'.repeat(43)}`,
  `scrypt$31$8$1$${'a'.repeat(22)}$${'a'.repeat(43)}`,
  `scrypt$15$99$99$${'a'.repeat(22)}$${'a'.repeat(43)}`,
  `scrypt$15$8$1$${'a'.repeat(21)}$${'a'.repeat(43)}`,
  `scrypt$15$8$1$${'a'.repeat(22)}$${'a'.repeat(43)}\n`,
])('%j is not an acceptable hash', async (stored) => {
  await expect(new PasswordHasher().verify('x', stored)).rejects.toMatchObject({
    code: 'ERR_PASSWORD_VERIFIER',
  });
});
