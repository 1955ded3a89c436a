/** @module Every client test runs against our device and against one that speaks as those in the field. */
import { KINDS, test, type Kind } from './fixtures.ts';

/** Defines the same tests for each kind of device. */
export function forEachKind(define: (kind: Kind) => void): void {
  for (const kind of KINDS) {
    test.describe(`${kind} device:`, () => {
      test.use({ kind });
      define(kind);
    });
  }
}
