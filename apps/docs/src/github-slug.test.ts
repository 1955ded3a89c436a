import { expect, test } from 'vitest';
import { githubSlug } from './github-slug.ts';

test.each([
  ["A device's own page", 'a-devices-own-page'],
  ['Messages of stream/1', 'messages-of-stream1'],
  ['createConnection()', 'createconnection'],
  ['node-pty (@lydell/node-pty 1.1.0)', 'node-pty-lydellnode-pty-110'],
  ['One  space – and a dash', 'one--space--and-a-dash'],
])('the id of "%s" is "%s", as on GitHub', (heading, id) => {
  expect(githubSlug(heading)).toBe(id);
});
