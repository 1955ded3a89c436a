/** @module Guards callbacks of node-datachannel: an exception inside one would end the process. */
import type { Logger } from '@longwire/protocol';
import { reasonOf } from '../log/reason-of.ts';

/** Wraps a callback so that nothing it throws reaches native code. */
export function guardCallback<A extends readonly unknown[]>(
  logger: Logger,
  callback: string,
  run: (...args: A) => void,
): (...args: A) => void {
  return (...args) => {
    try {
      run(...args);
    } catch (error) {
      logger.error('peer.callback-failed', { callback, error, reason: reasonOf(error) });
    }
  };
}
