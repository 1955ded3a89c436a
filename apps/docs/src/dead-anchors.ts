/** @module Finds links of the built site to files and headings that do not exist. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

const HREF = /<a\b[^>]*?\shref="([^"]+)"/gu;
const ID = /\sid="([^"]+)"/gu;
const ELSEWHERE = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/iu;

/** The links of a folder of built pages that lead nowhere, each as `page: link`. `base` is where the folder is served. */
export function deadAnchors(folder: string, base: string): readonly string[] {
  const files = new Set(readdirSync(folder, { recursive: true, encoding: 'utf8' }));
  const pages = [...files].filter((file) => file.endsWith('.html')).toSorted();
  const texts = new Map(pages.map((page) => [page, readFileSync(join(folder, page), 'utf8')]));
  const ids = new Map([...texts].map(([page, text]) => [page, new Set(matches(text, ID))]));
  const isDead = (page: string, link: string): boolean => {
    const url = new URL(link, `http://site${base}${page}`);
    const path = decodeURIComponent(url.pathname);
    if (!path.startsWith(base)) return true;
    const file = posix.join(path.slice(base.length), path.endsWith('/') ? 'index.html' : '');
    const id = decodeURIComponent(url.hash.slice(1));
    return !files.has(file) || (id !== '' && ids.get(file)?.has(id) !== true);
  };
  return [...texts].flatMap(([page, text]) =>
    [...new Set(matches(text, HREF))]
      .filter((link) => !ELSEWHERE.test(link) && isDead(page, link))
      .map((link) => `${page}: ${link}`),
  );
}

/** The first groups of all matches, with the character references of attributes resolved. */
function matches(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].map(([, value = '']) =>
    value.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&'),
  );
}
