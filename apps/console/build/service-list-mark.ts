/** @module Marks the page of a console that no service serves: it asks for the list of the services that it may talk to. */

import type { Plugin } from 'vite';

/** Beside the page, made when it is installed: no part of a build. */
const FILE = './longwire.json';

/** Puts the mark into the page of `vite build --mode standalone`, and into no other. */
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
