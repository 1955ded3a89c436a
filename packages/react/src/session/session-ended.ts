/** @module The error of calls to a session that has ended. */
import { EdgeError } from '@longwire/client';

/** Creates the error of calls to a session that has ended. */
export function sessionEnded(reason: EdgeError | undefined): EdgeError {
  const cause = reason === undefined ? {} : { cause: reason };
  return new EdgeError('ERR_SESSION_ENDED', 'the session has ended', cause);
}
