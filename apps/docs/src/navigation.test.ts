import { expect, test } from 'vitest';
import { sidebar } from './navigation.ts';
import { pageOf } from './site-map.ts';
import { sitedFiles } from './stage-pages.ts';

test('the sidebar lists every document once', () => {
  const pages = sitedFiles().flatMap((file) => pageOf(file)?.replace(/\.md$/u, '') ?? []);
  const links = sidebar(pages, (page) => page).flatMap(({ items }) => items.map(({ text }) => text));
  const listed = links.filter((page) => !page.startsWith('api/'));
  expect(listed.toSorted()).toEqual(pages.filter((page) => page !== 'index').toSorted());
});
