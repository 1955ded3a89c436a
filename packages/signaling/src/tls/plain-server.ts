/** @module The port for plain HTTP beside the service's own, which only leads to https. */
import { createServer } from 'node:http';
import { once } from 'node:events';
import { EdgeError, hasErrorCode } from '@longwire/protocol';
import type { Limits } from '../config/limits.ts';
import type { RequestHandler } from '../http/create-http.ts';

/** Connections at a time. Reason: it serves one small page, to the people of a household or to ACME servers. */
const MAX_CONNECTIONS = 128;

/** Options of {@link listenPlain}. */
export interface PlainServerOptions {
  readonly host: string;
  readonly port: number;
  readonly handler: RequestHandler;
  readonly limits: Pick<Limits, 'headersTimeoutMs' | 'requestTimeoutMs'>;
}

/** A listening server. */
export interface PlainServer extends AsyncDisposable {
  readonly port: number;
}

/** Starts the server. @throws EdgeError ERR_LISTEN */
export async function listenPlain({ host, port, handler, limits }: PlainServerOptions): Promise<PlainServer> {
  const server = createServer(
    { headersTimeout: limits.headersTimeoutMs, requestTimeout: limits.requestTimeoutMs },
    handler,
  );
  server.maxConnections = MAX_CONNECTIONS;
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (cause) {
    const hint = hasErrorCode(cause, 'EACCES') ? 'that port needs a permission: ' : '';
    throw new EdgeError(
      'ERR_LISTEN',
      `cannot listen for plain HTTP on ${host} port ${port}: ${hint}set another plain port, or none`,
      { cause },
    );
  }
  const address = server.address();
  return {
    port: typeof address === 'object' ? (address?.port ?? port) : port,
    [Symbol.asyncDispose]: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
