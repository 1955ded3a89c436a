/** @module What the client makes of a text that may be invalid. */

import { EdgeError } from '@longwire/client';

/** The result; undefined if the client finds the text invalid. */
export function unlessInvalid<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof EdgeError) return undefined;
    throw error;
  }
}
