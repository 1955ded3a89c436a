/** @module The service worker's URL, as a TrustedScriptURL. */

/** The parts of `window.trustedTypes` used here; the compiler's library does not have them. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { readonly createScriptURL: (url: string) => string },
  ): {
    /** Returns an object that the browser accepts as a script's URL. */
    createScriptURL(url: string): string;
  };
}

declare global {
  interface Window {
    readonly trustedTypes?: TrustedTypes;
  }
}

/** The page's location, and the browser's Trusted Types. */
export interface WorkerUrlOptions {
  readonly baseUri: string;
  readonly trustedTypes: TrustedTypes | undefined;
}

/** The policy's name; the page's policy and the service's header allow no other. */
const POLICY = 'longwire-worker';

/** Creates the policy, which approves only the page's own service worker. Call it once. */
export function workerUrl({ baseUri, trustedTypes }: WorkerUrlOptions): string {
  const own = new URL('service-worker.js', baseUri).href;
  if (trustedTypes === undefined) return own;
  const policy = trustedTypes.createPolicy(POLICY, {
    createScriptURL: (url) => {
      if (url !== own) throw new TypeError(`service worker URL rejected: want ${own}, got ${url}`);
      return url;
    },
  });
  return policy.createScriptURL(own);
}
