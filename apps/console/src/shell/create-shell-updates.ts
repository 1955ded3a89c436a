/** @module This page's service worker: registered after the page has loaded, and checked for updates while it is open. */

import { ShellUpdates } from './shell-updates.ts';
import { workerUrl } from './worker-url.ts';

/** Time between two update checks while the page is open, in milliseconds. */
const LOOK_INTERVAL_MS = 60 * 60 * 1_000;

/** The updates of this page; undefined on an insecure page or in development, where there is no service worker. */
export function createShellUpdates(window: Window): ShellUpdates | undefined {
  // Where service workers are unavailable, the property does not exist.
  const container: ServiceWorkerContainer | undefined = window.navigator.serviceWorker;
  if (container === undefined || import.meta.env.DEV) return undefined;
  const updates = new ShellUpdates({
    container,
    register: async () => {
      const url = workerUrl({ baseUri: window.document.baseURI, trustedTypes: window.trustedTypes });
      return await container.register(url, { scope: './', updateViaCache: 'none' });
    },
    reload: () => window.location.reload(),
  });
  window.setInterval(() => void updates.look(), LOOK_INTERVAL_MS);
  return updates;
}
