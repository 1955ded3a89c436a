import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/**
 * What the built page may do, wherever it is served from: scripts and styles from its own files only, no string ever
 * becomes markup or code (Trusted Types with no policy at all).
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "media-src 'self' blob: mediastream:",
  "connect-src 'self' ws: wss:",
  // A device's own pages, each on a host of its own; the service's header says which hosts those are.
  'frame-src http://*.localhost:* https:',
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** Puts the policy into the built page; the development server needs inline scripts of its own. */
function contentSecurityPolicy(): Plugin {
  return {
    name: 'longwire-content-security-policy',
    apply: 'build',
    transformIndexHtml: () => [
      {
        tag: 'meta',
        attrs: { 'http-equiv': 'Content-Security-Policy', content: CONTENT_SECURITY_POLICY },
        injectTo: 'head-prepend',
      },
    ],
  };
}

export default defineConfig({
  base: './',
  plugins: [react(), contentSecurityPolicy()],
  resolve: { conditions: ['longwire-source', 'module', 'browser', 'development|production'] },
  build: { outDir: 'dist', emptyOutDir: true, modulePreload: { polyfill: false } },
});
