/** @module What the built page may do, wherever it is served from; the service's header says the same, and more where it can. */

import type { Plugin } from 'vite';

/**
 * Scripts and styles from the page's own files only. No string becomes markup or code: the one Trusted Types policy that
 * there may be says which file is the page's worker, and nothing else.
 */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "media-src 'self' blob: mediastream:",
  "connect-src 'self' ws: wss:",
  "worker-src 'self'",
  "manifest-src 'self'",
  // A device's own pages, each on a host of its own; the service's header says which hosts those are.
  'frame-src http://*.localhost:* https:',
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types longwire-worker',
].join('; ');

/**
 * The policy of a console that no service serves: it asks its services over HTTP as well. Which those are, the page reads before it
 * connects, and then adds a policy of its own that names them (src/link/load-service-list.ts); policies only take away.
 */
export const STANDALONE_POLICY: string = CONTENT_SECURITY_POLICY.replace(
  "connect-src 'self' ws: wss:",
  "connect-src 'self' ws: wss: http: https:",
);

/** Puts the policy into the built page; the development server needs inline scripts of its own. */
export function contentSecurityPolicy(mode: string): Plugin {
  return {
    name: 'longwire-content-security-policy',
    apply: 'build',
    transformIndexHtml: () => [
      {
        tag: 'meta',
        attrs: {
          'http-equiv': 'Content-Security-Policy',
          content: mode === 'standalone' ? STANDALONE_POLICY : CONTENT_SECURITY_POLICY,
        },
        injectTo: 'head-prepend',
      },
    ],
  };
}
