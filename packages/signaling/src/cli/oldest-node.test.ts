import { expect, test } from 'vitest';
import { nodeProblem } from './oldest-node.ts';

test.each(['Node %s is supported', '22.19.1', '23.0.0', '24.21.0'])('Node %s is new enough', (version) => {
  expect(nodeProblem(version)).toBeUndefined();
});

test.each(['Node %s is rejected with a message that shows the oldest supported version', '22.17.9'])(
  'Node %s is not, and the message says which is',
  (version) => {
    expect(nodeProblem(version)).toBe(`Node version ${version} is too old: install Node 22.18 or newer`);
  },
);
