/**
 * @module Loads all parts before the tests that use the client: tests count microtask turns, and loading takes any
 * number of them.
 */
import { beforeAll, expect } from 'vitest';

const USERS = /\/(?:packages\/(?:client|react)|apps\/console|e2e\/hostile)\//u;

beforeAll(async () => {
  if (!USERS.test(expect.getState().testPath ?? '')) return;
  const { loadAllParts } = await import('./all-parts.fixture.ts');
  await loadAllParts();
});
