/** @module Which versions of Node the commands accept. */
import { expect, test } from 'vitest';
import { nodeProblem } from './node-version.ts';

test.each(['22.18.0', '22.19.1', '23.0.0', '24.21.0'])('Node %s is supported', (version) => {
  expect(nodeProblem(version)).toBeUndefined();
});

test.each(['20.20.2', '22.17.9'])(
  'Node %s is rejected with a message that shows the oldest supported version',
  (version) => {
    expect(nodeProblem(version)).toBe(`Node version ${version} is too old: install Node 22.18 or newer`);
  },
);
