/** @module Marks the page of a standalone console, which loads the list of services it may connect to. */

import type { Plugin } from 'vite';

/** Lies beside the page and is written at installation; not part of the build. */
const FILE = './longwire.json';

/** Inserts the mark into the page of `vite build --mode standalone` only. */
export function serviceListMark(mode: string): Plugin {
  return {
    name: 'longwire-service-list-mark',
    apply: 'build',
    transformIndexHtml: () =>
      mode === 'standalone'
        ? [{ tag: 'meta', attrs: { name: 'longwire-services', content: FILE }, injectTo: 'head' }]
        : [],
  };
}
