/** @module The path of the control socket. */
import { EdgeError } from '@longwire/protocol';

/** Longest path of a unix socket, in bytes: `sun_path` of Linux has 108 with its terminating zero. */
export const MAX_SOCKET_PATH_BYTES = 107;

/** Checks the length of a socket's path. @throws EdgeError ERR_CONTROL when it is too long. */
export function checkSocketPath(path: string): string {
  const bytes = Buffer.byteLength(path);
  if (bytes <= MAX_SOCKET_PATH_BYTES) return path;
  throw new EdgeError(
    'ERR_CONTROL',
    `path of the control socket is too long: want up to ${MAX_SOCKET_PATH_BYTES} bytes, got ${bytes}; choose a shorter --directory`,
  );
}
