import { expect, test } from 'vitest';
import { rewriteLinks } from './rewrite-links.ts';
import { addressOf } from './site-map.ts';

const FILES = new Set(['deploy', 'deploy/Caddyfile', 'scripts/step.ts']);
const API = new Map([['packages/client/src/index.ts', 'api/client.md']]);

/** Rewrites a text of docs/guides/camera.md. */
const rewrite = (text: string, repositoryUrl?: string): string =>
  rewriteLinks(text, 'docs/guides/camera.md', {
    addressOf: (file) => addressOf(file, API),
    exists: (file) => FILES.has(file),
    repositoryUrl,
  });

test.each([
  ['a guide beside it', '[home](home.md#https)', '[home](/guides/home.md#https)'],
  ['a decision', '[why](../adr/0059-congestion-control.md)', '[why](/adr/0059-congestion-control.md)'],
  ['a folder with an index', '[all](../adr)', '[all](/adr/index.md)'],
  ['a document of the root', '[trust](../../ARCHITECTURE.md#glossary)', '[trust](/architecture.md#glossary)'],
  ['the README of a package', '[it](../../packages/device/README.md)', '[it](/packages/device.md)'],
  ['the folder of a package', '[it](../../packages/device)', '[it](/packages/device.md)'],
  ['the source of an entry', '[its API](../../packages/client/src/index.ts)', '[its API](/api/client.md)'],
  ['the React examples', '[live](../../apps/react-docs)', '[live](/react/index.html){target="_self"}'],
  ['a picture', '![Live](../images/screens/live-phone.jpg)', '![Live](/images/screens/live-phone.jpg)'],
  ['a link over two lines', '[the\nfirst](home.md)', '[the\nfirst](/guides/home.md)'],
  ['brackets in the text', '[`[[camera]]`](home.md)', '[`[[camera]]`](/guides/home.md)'],
])('a link to %s leads to its page', (_name, text, expected) => {
  expect(rewrite(text)).toBe(expected);
});

test.each(['[a](https://ann.example)', '[b](#here)', '[c](/guides/home)', '```md\n[d](missing.md)\n```'])(
  '%s stays as it is',
  (text) => {
    expect(rewrite(text)).toBe(text);
  },
);

test('a link to a file that only the repository has becomes words', () => {
  expect(rewrite('[the file](../../deploy/Caddyfile)')).toBe('the file (`deploy/Caddyfile`)');
  expect(rewrite('[deploy/](../../deploy)')).toBe('`deploy`');
});

test('a link to such a file leads to the repository where that can be read', () => {
  const rewritten = rewrite('[steps](../../scripts/step.ts)', 'https://git.example/blob/main');
  expect(rewritten).toBe('[steps](https://git.example/blob/main/scripts/step.ts)');
});

test('a link to a file that does not exist is an error', () => {
  expect(() => rewrite('[x](../missing.ts)')).toThrow(
    'docs/guides/camera.md links to docs/missing.ts, which does not exist',
  );
});
