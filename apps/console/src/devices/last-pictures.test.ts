import { expect, test } from 'vitest';
import { LastPictures } from './last-pictures.ts';

function setUp(stored: Blob | undefined) {
  const log: string[] = [];
  let count = 0;
  const pictures = new LastPictures({
    library: {
      picture: async (key) => {
        log.push(`load ${key}`);
        return stored;
      },
      putPicture: async (key) => {
        log.push(`store ${key}`);
      },
    },
    createUrl: () => {
      count += 1;
      return `blob:${count}`;
    },
    revokeUrl: (url) => log.push(`revoke ${url}`),
    reportError: (error) => {
      throw error;
    },
    now: () => 1_000,
  });
  return { pictures, log };
}

test('a stored picture is read once, and its listeners are called once it is loaded', async () => {
  const { pictures, log } = setUp(new Blob(['x']));
  const changed = Promise.withResolvers<undefined>();
  pictures.subscribe(() => changed.resolve(undefined));
  expect([pictures.url('a'), pictures.url('a')]).toEqual([undefined, undefined]);
  await changed.promise;
  expect(pictures.url('a')).toBe('blob:1');
  expect(log).toEqual(['load a']);
});

test('a newer picture replaces the older one, whose URL is revoked', () => {
  const { pictures, log } = setUp(undefined);
  pictures.put('a', new Blob(['1']));
  pictures.put('a', new Blob(['2']));
  expect(pictures.url('a')).toBe('blob:2');
  pictures.forget('a');
  expect(log).toEqual(['store a', 'revoke blob:1', 'store a', 'revoke blob:2']);
});

test('a picture has the time when it was taken, except for one of an earlier version', async () => {
  const { pictures } = setUp(new Blob(['x']));
  pictures.put('a', new Blob(['1']));
  expect(pictures.takenAtMs('a')).toBe(1_000);
  const changed = Promise.withResolvers<undefined>();
  pictures.subscribe(() => changed.resolve(undefined));
  pictures.url('b');
  await changed.promise;
  expect([pictures.url('b'), pictures.takenAtMs('b')]).toEqual(['blob:2', undefined]);
});
