/** @module The options of the page globals: the service is the page's own origin by default, and requests have no time limit. */
import type { ConnectionOptions } from '../connection/options.ts';
import { MAX_TIMEOUT_MS } from '../request/check-time-limit.ts';

/** As {@link ConnectionOptions}; the address of the service may be `http(s)://` or missing, and requests have no time limit unless one is given. */
export type EdgeConnectionOptions = Omit<ConnectionOptions, 'signalingServerUrl'> & {
  readonly signalingServerUrl?: string | undefined;
};

/** The options of the connection that a page asked for; `origin` is the page's own. */
export function connectionOptions(options: EdgeConnectionOptions, origin: string): ConnectionOptions {
  // `http` becomes `ws`, and `https` becomes `wss`.
  const signalingServerUrl = (options.signalingServerUrl || origin).replace(/^http/iu, 'ws');
  return { requestTimeoutMs: MAX_TIMEOUT_MS, ...options, signalingServerUrl };
}
