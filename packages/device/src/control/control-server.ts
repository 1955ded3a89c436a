/** @module The control socket of a running device: HTTP over a unix socket that only the device's own user can open. */
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { EdgeError, type Logger } from '@longwire/protocol';
import { reasonOf } from '../log/reason-of.ts';
import { readTable } from './control-message.ts';
import { checkSocketPath } from './control-path.ts';
import { SERVED, type ControlOperations } from './control-table.ts';

/** Options of a control server. */
export interface ControlServerOptions {
  readonly path: string;
  readonly operations: ControlOperations;
  readonly logger: Logger;
}

/** A listening socket. */
export interface ControlServer {
  close(): Promise<void>;
}

/** Largest request, in bytes. Reason: the longest names and tokens stay below 1 KiB. */
export const MAX_REQUEST_BYTES: number = 16 * 1024;

/** Longest time for a request to arrive, in milliseconds. */
const REQUEST_TIMEOUT_MS = 5_000;

/** Listens. The caller holds the lock of the directory, so an existing socket file belongs to a dead process. @throws EdgeError ERR_CONTROL */
export async function openControlServer({
  path,
  operations,
  logger,
}: ControlServerOptions): Promise<ControlServer> {
  checkSocketPath(path);
  const server = createServer(
    { requestTimeout: REQUEST_TIMEOUT_MS, headersTimeout: REQUEST_TIMEOUT_MS },
    (request, response) => {
      void answer(request, response, operations, logger);
    },
  );
  try {
    rmSync(path, { force: true });
    const listening = once(server, 'listening');
    listenPrivately(server, path);
    await listening;
  } catch (cause) {
    server.close();
    throw new EdgeError('ERR_CONTROL', `cannot create the control socket ${path}: ${reasonOf(cause)}`, {
      cause,
    });
  }
  // The command whose connection failed reports it too.
  server.on('error', (error) => logger.warn('control.failed', { reason: reasonOf(error) }));
  return {
    close: async () => {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Creates the socket such that no other user can ever open it, in a directory that others may be able to read. */
function listenPrivately(server: Server, path: string): void {
  const before = process.umask(0o177);
  try {
    // The file exists when this returns.
    server.listen(path);
  } finally {
    process.umask(before);
  }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  operations: ControlOperations,
  logger: Logger,
): Promise<void> {
  const name = /^\/v1\/([a-z-]{1,32})$/u.exec(request.url ?? '')?.[1] ?? '';
  try {
    const serve = request.method === 'POST' ? SERVED.get(name) : undefined;
    if (serve === undefined) throw new EdgeError('ERR_CONTROL', 'unknown operation of the control socket');
    const reply = await serve(operations, readTable(await readJson(request)));
    if (name !== 'status' && name !== 'users')
      logger.info('control.operation-completed', { operation: name });
    send(response, 200, reply);
  } catch (error) {
    const known =
      error instanceof EdgeError ? error : new EdgeError('ERR_CONTROL', 'operation failed', { cause: error });
    logger.warn('control.failed', { operation: name, error: known });
    send(response, 400, { code: known.code, message: known.message });
  }
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    if (!(chunk instanceof Uint8Array)) continue;
    bytes += chunk.length;
    if (bytes > MAX_REQUEST_BYTES)
      throw new EdgeError('ERR_CONTROL', `control message exceeds ${MAX_REQUEST_BYTES} bytes`);
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch (cause) {
    throw new EdgeError('ERR_CONTROL', 'control message is not valid JSON', { cause });
  }
}

function send(response: ServerResponse, statusCode: number, body: object): void {
  response.writeHead(statusCode, { 'content-type': 'application/json', connection: 'close' });
  response.end(JSON.stringify(body));
}
