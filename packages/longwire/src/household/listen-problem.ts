/** @module Why a port cannot be used. */
import { EdgeError, hasErrorCode } from '@longwire/protocol';

/** Says why a port cannot be used and what to do; undefined for another error. */
export function listenProblem(port: number, cause: unknown): EdgeError | undefined {
  if (hasErrorCode(cause, 'EADDRINUSE'))
    return new EdgeError(
      'ERR_LISTEN',
      `port ${port} is used by another program: end that, or use another port (--port; in service.json once it is set up)`,
      { cause },
    );
  if (hasErrorCode(cause, 'EACCES'))
    return new EdgeError(
      'ERR_LISTEN',
      `this user may not use port ${port}: start as root, or use a port from 1024 (--port)`,
      { cause },
    );
  return undefined;
}
