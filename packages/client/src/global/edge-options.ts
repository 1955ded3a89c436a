/** @module The options of the page globals: the service defaults to the page's origin, and requests have no time limit. */
import type { ConnectionOptions } from '../connection/options.ts';
import { MAX_TIMEOUT_MS } from '../request/check-time-limit.ts';

/** Like {@link ConnectionOptions}, but the address of the service may be `http(s)://` or missing, and requests have no time limit by default. */
export type EdgeConnectionOptions = Omit<ConnectionOptions, 'signalingServerUrl'> & {
  readonly signalingServerUrl?: string | undefined;
};

/** Converts a page's options to connection options; `origin` is the page's origin. */
export function connectionOptions(options: EdgeConnectionOptions, origin: string): ConnectionOptions {
  // `http` becomes `ws`, and `https` becomes `wss`.
  const signalingServerUrl = (options.signalingServerUrl || origin).replace(/^http/iu, 'ws');
  return { requestTimeoutMs: MAX_TIMEOUT_MS, ...options, signalingServerUrl };
}
