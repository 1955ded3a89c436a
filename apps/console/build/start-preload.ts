/** @module Loads the console's first chunk and its styles while the texts are still on their way. */

import type { HtmlTagDescriptor, Plugin } from 'vite';

/** The module that the page starts with, once it has its texts. */
const START = /src[\\/]open-console\.tsx$/u;

/** Adds the links to the built page. @throws Error if the build has no such chunk */
export function startPreload(): Plugin {
  return {
    name: 'longwire-start-preload',
    apply: 'build',
    transformIndexHtml: (_html, { bundle = {} }) => {
      const chunk = Object.values(bundle).find(
        (file) => file.type === 'chunk' && file.moduleIds.some((id) => START.test(id)),
      );
      if (chunk?.type !== 'chunk') throw new Error('the build has no chunk with open-console.tsx');
      const styles = [...(chunk.viteMetadata?.importedCss ?? [])];
      return [
        linkTo(chunk.fileName, 'modulepreload'),
        ...styles.map((fileName) => linkTo(fileName, 'stylesheet')),
      ];
    },
  };
}

function linkTo(fileName: string, rel: string): HtmlTagDescriptor {
  return { tag: 'link', attrs: { rel, crossorigin: true, href: `./${fileName}` }, injectTo: 'head' };
}
