/** @module The site: its pages are in .site/pages, where src/main.ts writes them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitepress';
import { githubSlug } from '../src/github-slug.ts';
import { sidebar } from '../src/navigation.ts';
import { REACT_EXAMPLES } from '../src/site-map.ts';
import { BASE } from '../src/site-options.ts';

const SITE = join(import.meta.dirname, '../.site');
const PAGES = join(SITE, 'pages');

const pages = readdirSync(PAGES, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.md'))
  .map((file) => file.replace(/\.md$/u, ''));

/** The first heading of a page. */
function titleOf(page: string): string {
  const [, title] = /^# (.+)$/mu.exec(readFileSync(join(PAGES, `${page}.md`), 'utf8')) ?? [];
  if (title === undefined) throw new Error(`the page ${page} has no title`);
  return title.replaceAll(/[`\\]/gu, '');
}

// oxlint-disable-next-line import/no-default-export -- VitePress reads the default export
export default defineConfig({
  title: 'Longwire',
  description: 'Reach a remote device from any browser: peer to peer, verified from end to end, self-hosted',
  lang: 'en',
  base: BASE,
  srcDir: '.site/pages',
  cacheDir: join(SITE, 'cache'),
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: `${BASE}favicon.svg` }]],
  // One page after the other: the same sources give the same search index.
  buildConcurrency: 1,
  markdown: {
    // The documents contain no HTML: what looks like it, such as stream-<port>, is text.
    html: false,
    anchor: { slugify: githubSlug },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark' },
    // Names such as operate.md are no addresses.
    linkify: false,
    config: (md) => {
      // Code that is indented looks like code between fences, and scrolls where the screen is narrow.
      md.core.ruler.push('indented_code', ({ tokens }) => {
        for (const token of tokens)
          if (token.type === 'code_block') Object.assign(token, { type: 'fence', info: 'text' });
      });
      // VitePress leaves links with a target as they are.
      md.core.ruler.push('base_of_targets', ({ tokens }) => {
        for (const token of tokens.flatMap(({ children }) => children ?? [])) {
          const href = token.attrGet('href') ?? '';
          if (token.attrGet('target') !== null && href.startsWith('/'))
            token.attrSet('href', BASE + href.slice(1));
        }
      });
    },
  },
  vite: {
    // VitePress's Vite does not know the target of the repository's tsconfig.json.
    esbuild: { tsconfigRaw: '{}' },
    // The search index, which a page loads when the search is opened.
    build: { chunkSizeWarningLimit: 4096 },
  },
  themeConfig: {
    nav: [
      { text: 'At home', link: '/guides/home' },
      { text: 'Concepts', link: '/concepts/' },
      { text: 'API', link: '/api/' },
      { text: 'Error codes', link: '/errors' },
      { text: 'React examples', link: REACT_EXAMPLES, target: '_self' },
    ],
    sidebar: sidebar(pages, titleOf),
    outline: [2, 3],
    search: { provider: 'local' },
    footer: { message: 'Apache-2.0' },
  },
});
