/** @module Runs each client test against our device and against one that behaves like those in the field. */
import { KINDS, test, type Kind } from './fixtures.ts';

/** A test that knows which kind of device it runs against. */
interface KindTest {
  describe(title: string, define: () => void): void;
  use(fixtures: { readonly kind: Kind }): void;
}

/** Defines the same tests for each kind of device. */
export function forEachKind(define: (kind: Kind) => void): void {
  forEachKindOf(test, define);
}

/** The same for tests with other fixtures. */
export function forEachKindOf(of: KindTest, define: (kind: Kind) => void): void {
  for (const kind of KINDS) {
    of.describe(`${kind} device:`, () => {
      of.use({ kind });
      define(kind);
    });
  }
}
