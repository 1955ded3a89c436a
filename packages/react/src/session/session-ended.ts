/** @module The error of a session that has ended. */
import { EdgeError } from '@longwire/client';

/** What calls of a session that has ended reject with. */
export function sessionEnded(reason: EdgeError | undefined): EdgeError {
  const cause = reason === undefined ? {} : { cause: reason };
  return new EdgeError('ERR_SESSION_ENDED', 'session expected to go on, it has ended', cause);
}
