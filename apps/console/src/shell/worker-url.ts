/** @module The address of the page's worker, as something that the browser takes for one. */

/** The part of `window.trustedTypes` that is used here; the compiler does not know it yet. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { readonly createScriptURL: (url: string) => string },
  ): {
    /** What it returns is an object that the browser takes where it takes a script's address. */
    createScriptURL(url: string): string;
  };
}

declare global {
  interface Window {
    readonly trustedTypes?: TrustedTypes;
  }
}

/** Where the page is, and what the browser has. */
export interface WorkerUrlOptions {
  readonly baseUri: string;
  readonly trustedTypes: TrustedTypes | undefined;
}

/** The policy's name; the page's policy and the service's header allow no other. */
const POLICY = 'longwire-worker';

/** Makes the policy, which vouches for the page's own worker and for no other address. To be called once. */
export function workerUrl({ baseUri, trustedTypes }: WorkerUrlOptions): string {
  const own = new URL('service-worker.js', baseUri).href;
  if (trustedTypes === undefined) return own;
  const policy = trustedTypes.createPolicy(POLICY, {
    createScriptURL: (url) => {
      if (url !== own) throw new TypeError('the worker expected its own address');
      return url;
    },
  });
  return policy.createScriptURL(own);
}
