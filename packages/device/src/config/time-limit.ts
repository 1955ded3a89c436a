/** @module How long something lasts that need not end. */
import { EdgeError, parseDuration } from '@longwire/protocol';

/** Reads a duration such as `7d` as milliseconds; `0` is none. @throws EdgeError ERR_CONFIG for anything else. */
export function parseTimeLimit(text: string): number {
  if (text === '0') return 0;
  try {
    return parseDuration(text);
  } catch (cause) {
    if (!(cause instanceof EdgeError)) throw cause;
    throw new EdgeError(cause.code, `${cause.message}, or 0`, { cause });
  }
}
