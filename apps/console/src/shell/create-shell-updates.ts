/** @module The worker of this page: registered once the page stands, and asked for newer versions as long as it is open. */

import { ShellUpdates } from './shell-updates.ts';
import { workerUrl } from './worker-url.ts';

/** Time between two looks for a newer version while the page stays open, in milliseconds. */
const LOOK_INTERVAL_MS = 60 * 60 * 1_000;

/** Follows the page's worker; undefined where there can be none: on an insecure page, or in development. */
export function createShellUpdates(window: Window): ShellUpdates | undefined {
  // Where a browser gives a page no workers, the property is not there at all.
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
