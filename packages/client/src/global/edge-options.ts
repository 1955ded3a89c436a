/** @module The options of the page globals, where the page's own origin is the default service. */
import type { ConnectionOptions } from '../connection/options.ts';

/** As {@link ConnectionOptions}, with the address of the service optional. */
export type EdgeConnectionOptions = Omit<ConnectionOptions, 'signalingServerUrl'> & {
  readonly signalingServerUrl?: string | undefined;
};

/** The options of the connection that a page asked for; `origin` is the page's own. */
export function connectionOptions(options: EdgeConnectionOptions, origin: string): ConnectionOptions {
  // `http` becomes `ws`, and `https` becomes `wss`.
  return { ...options, signalingServerUrl: options.signalingServerUrl || origin.replace(/^http/u, 'ws') };
}
