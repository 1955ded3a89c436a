/** @module Which ids are equal. */
import { expect, test } from 'vitest';
import { foldId } from './fold-id.ts';

test.each([
  ['pr-1', 'pr-1'],
  ['PR-Ab_9.Z', 'pr-ab_9.z'],
  ['\u212A\u0130Ä', '\u212A\u0130Ä'],
])('%s is compared as %s', (id, folded) => expect(foldId(id)).toBe(folded));
