/** @module A stream that is a TCP connection to one configured address. */
import { connect as connectSocket, type Socket } from 'node:net';
import { EdgeError, StreamResetCode } from '@longwire/protocol';
import { reasonOf } from '../log/reason-of.ts';
import type { DeviceStream } from './device-stream.ts';
import { StreamError } from './stream-error.ts';
import type { StreamHandler } from './stream-handler.ts';

/** Where a tunnel leads. A client names a port of the device's streams, never an address. */
export interface TcpTunnelOptions {
  readonly host: string;
  readonly port: number;
  /** How long connecting may take, in milliseconds. */
  readonly connectTimeoutMs?: number;
}

/** Reason: a client waits no longer for an answer; what is in the same network answers in milliseconds. */
const DEFAULT_CONNECT_TIMEOUT_MS = 10_000;

/** How long the far end has to take what is left and to close, once the stream has, in milliseconds. Reason: nothing waits for ever. */
const LINGER_MS = 5000;

/** Most bytes that are read and thrown away meanwhile. Reason: more than lies in the buffers between; a far end that goes on has not noticed. */
export const MAX_DISCARDED_BYTES: number = 16 * 1024 * 1024;

/** Most connections of a tunnel that do so at once. Reason: a stream that has ended counts for no session any more; as many as one may have. */
export const MAX_LINGERING = 128;

/**
 * A handler that connects each stream to an address. The far end's half-close is the stream's, and the other way round; where it
 * cannot be reached or breaks off the stream is reset with `unreachable`, and a stream that is reset resets the connection.
 * @throws EdgeError ERR_DEVICE_OPTIONS when the host is empty or the port is not 1 to 65535.
 */
export function tcpTunnel({ host, port, connectTimeoutMs }: TcpTunnelOptions): StreamHandler {
  if (host === '') throw new EdgeError('ERR_DEVICE_OPTIONS', 'tunnel host expected not to be empty');
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new EdgeError('ERR_DEVICE_OPTIONS', `tunnel port expected 1..65535, got ${port}`);
  const timeoutMs = connectTimeoutMs ?? DEFAULT_CONNECT_TIMEOUT_MS;
  const lingering = new Set<Socket>();
  const handler: StreamHandler = (stream, { warn }) => {
    const socket = connectSocket({ host, port, allowHalfOpen: true, noDelay: true, keepAlive: true });
    joinSocket(stream, socket, timeoutMs);
    whenUnreached(stream, socket, (reason) => warn(`${host}:${port} cannot be reached: ${reason}`));
    stream.once('close', () => leave(socket, stream, lingering));
  };
  return Object.assign(handler, { service: 'tcp' });
}

/** Tells of a far end to which no connection was made, save where the client has left before. */
function whenUnreached(stream: DeviceStream, socket: Socket, tell: (reason: string) => void): void {
  const handleClose = (): void => {
    const { errored } = stream;
    if (errored instanceof StreamError && errored.resetCode === StreamResetCode.unreachable)
      tell(errored.message);
  };
  stream.once('close', handleClose);
  socket.once('connect', () => stream.off('close', handleClose));
}

function joinSocket(stream: DeviceStream, socket: Socket, timeoutMs: number): void {
  const timer = setTimeout(
    () => stream.destroy(StreamError.unreachable(`far end did not answer in ${timeoutMs} ms`)),
    timeoutMs,
  );
  let isConnected = false;
  socket.once('connect', () => {
    isConnected = true;
    clearTimeout(timer);
  });
  // What the client sends meanwhile waits in the socket, and an end that comes before the connection finds the pipes there.
  stream.pipe(socket);
  socket.pipe(stream);
  socket.once('error', (cause) => {
    const what = isConnected ? 'far end broke off' : 'no connection';
    stream.destroy(StreamError.unreachable(`${what}: ${wordsOf(cause)}`, { cause }));
  });
  // A connection that breaks off without an error ends the stream as well.
  socket.once('close', () => {
    if (!stream.destroyed && !(stream.writableEnded && stream.readableEnded))
      stream.destroy(StreamError.unreachable('far end has closed'));
  });
  if (!stream.hasHalfClose)
    stream.once('end', () => {
      // Closing was the end of both directions: what the far end still sends goes nowhere.
      discard(socket, stream);
    });
  stream.once('close', () => clearTimeout(timer));
}

/** Sends what is left, and waits for the far end to close: closing with something unread would take back what was sent. */
function leave(socket: Socket, stream: DeviceStream, lingering: Set<Socket>): void {
  if (socket.destroyed) return;
  bound(socket, lingering);
  // One that is not made yet is reset as soon as it is.
  if (stream.errored !== null) socket.resetAndDestroy();
  else discard(socket.end(), stream);
}

/** Throws away what the far end still sends, up to a bound. */
function discard(socket: Socket, stream: DeviceStream): void {
  socket.unpipe(stream);
  // Once for a connection, whichever comes first: the end of the stream or its close.
  if (socket.listenerCount('data') > 0) return;
  let bytes = 0;
  socket.on('data', (data) => {
    bytes += data.length;
    if (bytes > MAX_DISCARDED_BYTES) socket.resetAndDestroy();
  });
  // Taking a pipe off has paused it.
  socket.resume();
}

/** Ends a connection that lingers, for too long or with too many others. */
function bound(socket: Socket, lingering: Set<Socket>): void {
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

/** A name with several addresses fails with an error that has a code and no words. */
function wordsOf(error: Error): string {
  const code: unknown = Reflect.get(error, 'code');
  return error.message === '' && typeof code === 'string' ? code : reasonOf(error);
}
