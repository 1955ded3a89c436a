/** @module Where the control socket is. */
import { EdgeError } from '@longwire/protocol';

/** Longest path of a unix socket, in bytes: `sun_path` of Linux has 108 with the zero at its end. */
export const MAX_SOCKET_PATH_BYTES = 107;

/** Checks that a socket can have a path. @throws EdgeError ERR_CONTROL when it is too long. */
export function checkSocketPath(path: string): string {
  const bytes = Buffer.byteLength(path);
  if (bytes <= MAX_SOCKET_PATH_BYTES) return path;
  throw new EdgeError(
    'ERR_CONTROL',
    `control socket expected a path of up to ${MAX_SOCKET_PATH_BYTES} bytes, got ${bytes}: choose a shorter --directory`,
  );
}
