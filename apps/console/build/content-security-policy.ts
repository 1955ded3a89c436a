/**
 * @module The Content-Security-Policy built into the page, for any host; the service's header repeats it and adds what only a
 * header can say.
 */

import type { Plugin } from 'vite';

/**
 * Scripts and styles load only from the page's own files. No string becomes markup or code: the single Trusted Types policy
 * approves the URL of the page's service worker and nothing else.
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
  // Devices' own pages, each on its own host; the service's header lists those hosts.
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

/** Inserts the policy into the built page; the development server needs inline scripts. */
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
