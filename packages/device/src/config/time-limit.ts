/** @module A duration that can also be unlimited. */
import { EdgeError, parseDuration } from '@longwire/protocol';

/** Parses a duration such as `7d` to milliseconds; `0` is unlimited. @throws EdgeError ERR_CONFIG for anything else. */
export function parseTimeLimit(text: string): number {
  if (text === '0') return 0;
  try {
    return parseDuration(text);
  } catch (cause) {
    if (!(cause instanceof EdgeError)) throw cause;
    throw new EdgeError(cause.code, `${cause.message}, or 0`, { cause });
  }
}
