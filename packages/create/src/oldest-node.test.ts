/** @module Which versions of Node are accepted. */
import { expect, test } from 'vitest';
import { manifest } from './manifest.ts';
import { nodeProblem } from './oldest-node.ts';

test.each(['22.18.0', '22.19.1', '23.0.0', '24.21.0'])('Node %s can create an application', (version) => {
  expect(nodeProblem(version, manifest.engines.node)).toBeUndefined();
});

test.each(['20.20.2', '22.17.9'])('Node %s is rejected with the oldest supported version', (version) => {
  expect(nodeProblem(version, manifest.engines.node)).toBe(
    `Node version ${version} is too old: install Node 22.18 or newer`,
  );
});
