import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { deadAnchors } from './dead-anchors.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'longwire-docs-anchors-'));
  mkdirSync(join(folder, 'guides'));
  writeFileSync(join(folder, 'index.html'), '<h1 id="top">Home</h1>');
  writeFileSync(join(folder, 'guides/index.html'), '<h1 id="a&amp;b">Guides</h1>');
});

afterEach(() => rmSync(folder, { recursive: true }));

/** The dead links of a page in the folder `guides`. */
function deadOf(html: string, base = '/'): readonly string[] {
  writeFileSync(join(folder, 'guides/page.html'), html);
  return deadAnchors(folder, base);
}

test.each([
  '<a class="x" href="/index.html#top">',
  '<a href="../index.html">',
  '<a href="/guides/">',
  '<a href="./#a&amp;b">',
  '<h2 id="here"><a href="#here">',
  '<a href="https://elsewhere.example/no-page#no-heading">',
  '<a href="mailto:ann@elsewhere.example">',
])('%s leads somewhere', (html) => {
  expect(deadOf(html)).toEqual([]);
});

test.each(['/index.html#bottom', '/missing.html', '#here', '/missing/'])('%s leads nowhere', (link) => {
  expect(deadOf(`<a href="${link}">`)).toEqual([`guides/page.html: ${link}`]);
});

test('a site that is served in a folder has no links out of it', () => {
  expect(deadOf('<a href="/docs/index.html"><a href="/index.html">', '/docs/')).toEqual([
    'guides/page.html: /index.html',
  ]);
});
