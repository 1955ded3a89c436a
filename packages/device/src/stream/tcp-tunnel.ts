/** @module A stream handler that connects each stream to one configured TCP address. */
import { connect as connectSocket, type Socket } from 'node:net';
import { EdgeError, StreamResetCode } from '@longwire/protocol';
import { reasonOf } from '../log/reason-of.ts';
import type { DeviceStream } from './device-stream.ts';
import { StreamError } from './stream-error.ts';
import type { StreamHandler } from './stream-handler.ts';

/** The target of a tunnel. A client chooses a stream port of the device, never an address. */
export interface TcpTunnelOptions {
  readonly host: string;
  readonly port: number;
  /** How long connecting may take, in milliseconds. */
  readonly connectTimeoutMs?: number;
}

/** Reason: a client does not wait longer, and targets in the same network answer within milliseconds. */
const DEFAULT_CONNECT_TIMEOUT_MS = 10_000;

/** How long the target has to receive remaining bytes and close after the stream has closed, in milliseconds. Reason: nothing waits forever. */
const LINGER_MS = 5000;

/** Most bytes read and discarded meanwhile. Reason: more than fits into the buffers in between; a target that sends more ignores the end. */
export const MAX_DISCARDED_BYTES: number = 16 * 1024 * 1024;

/** Most lingering connections of a tunnel. Reason: as many as one session may have, because ended streams no longer count. */
export const MAX_LINGERING = 128;

/**
 * Creates a handler that connects each stream to an address. Half-closes are passed on in both directions. If the target cannot
 * be reached or its connection fails, the stream is reset with `unreachable`; if the stream is reset, so is the connection.
 * @throws EdgeError ERR_DEVICE_OPTIONS if the host is empty or the port is not 1 to 65535.
 */
export function tcpTunnel({ host, port, connectTimeoutMs }: TcpTunnelOptions): StreamHandler {
  if (host === '') throw new EdgeError('ERR_DEVICE_OPTIONS', 'tunnel host must not be empty');
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new EdgeError('ERR_DEVICE_OPTIONS', `tunnel port must be an integer from 1 to 65535, got ${port}`);
  const timeoutMs = connectTimeoutMs ?? DEFAULT_CONNECT_TIMEOUT_MS;
  const lingering = new Set<Socket>();
  const handler: StreamHandler = (stream, { warn }) => {
    const socket = connectSocket({ host, port, allowHalfOpen: true, noDelay: true, keepAlive: true });
    connectStream(stream, socket, timeoutMs);
    onUnreachable(stream, socket, (reason) => warn(`${host}:${port} cannot be reached: ${reason}`));
    stream.once('close', () => closeGracefully(socket, stream, lingering));
  };
  return Object.assign(handler, { service: 'tcp' });
}

/** Calls `report` if no connection could be established, unless the client left first. */
function onUnreachable(stream: DeviceStream, socket: Socket, report: (reason: string) => void): void {
  const handleClose = (): void => {
    const { errored } = stream;
    if (errored instanceof StreamError && errored.resetCode === StreamResetCode.unreachable)
      report(errored.message);
  };
  stream.once('close', handleClose);
  socket.once('connect', () => stream.off('close', handleClose));
}

function connectStream(stream: DeviceStream, socket: Socket, timeoutMs: number): void {
  const timer = setTimeout(
    () => stream.destroy(StreamError.unreachable(`target did not answer within ${timeoutMs} ms`)),
    timeoutMs,
  );
  let isConnected = false;
  socket.once('connect', () => {
    isConnected = true;
    clearTimeout(timer);
  });
  // Piped before the connection is established: the client's bytes wait in the socket, and an early end is passed on.
  stream.pipe(socket);
  socket.pipe(stream);
  socket.once('error', (cause) => {
    const what = isConnected ? 'connection to the target failed' : 'connecting failed';
    stream.destroy(StreamError.unreachable(`${what}: ${messageOf(cause)}`, { cause }));
  });
  // A connection that closes without an error also ends the stream.
  socket.once('close', () => {
    if (!stream.destroyed && !(stream.writableEnded && stream.readableEnded))
      stream.destroy(StreamError.unreachable('target closed the connection'));
  });
  if (!stream.hasHalfClose)
    stream.once('end', () => {
      // The closed channel ended both directions: discard what the target still sends.
      discard(socket, stream);
    });
  stream.once('close', () => clearTimeout(timer));
}

/** Sends the remaining bytes and waits for the target to close: closing with unread bytes would discard what was sent. */
function closeGracefully(socket: Socket, stream: DeviceStream, lingering: Set<Socket>): void {
  if (socket.destroyed) return;
  limitLingering(socket, lingering);
  // A connection in progress is reset once it is established.
  if (stream.errored !== null) socket.resetAndDestroy();
  else discard(socket.end(), stream);
}

/** Reads and discards what the target still sends, up to {@link MAX_DISCARDED_BYTES}. */
function discard(socket: Socket, stream: DeviceStream): void {
  socket.unpipe(stream);
  // Called twice, when the stream ends and when it closes; only the first call counts.
  if (socket.listenerCount('data') > 0) return;
  let bytes = 0;
  socket.on('data', (data) => {
    bytes += data.length;
    if (bytes > MAX_DISCARDED_BYTES) socket.resetAndDestroy();
  });
  // unpipe() has paused the socket.
  socket.resume();
}

/** Destroys lingering connections after {@link LINGER_MS}, and the oldest beyond {@link MAX_LINGERING}. */
function limitLingering(socket: Socket, lingering: Set<Socket>): void {
  const [oldest] = lingering;
  if (oldest !== undefined && lingering.size >= MAX_LINGERING) {
    lingering.delete(oldest);
    oldest.destroy();
  }
  lingering.add(socket);
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => {
    clearTimeout(timer);
    lingering.delete(socket);
  });
}

/** The error's message, or its code: for a name with several addresses the message is empty. */
function messageOf(error: Error): string {
  const code: unknown = Reflect.get(error, 'code');
  return error.message === '' && typeof code === 'string' ? code : reasonOf(error);
}
