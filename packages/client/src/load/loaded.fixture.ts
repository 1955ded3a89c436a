/** @module Set up before the tests of whatever uses the client: all parts are there, because tests count turns, and loading takes any number. */
import { beforeAll, expect } from 'vitest';

const USERS = /\/(?:packages\/(?:client|react)|apps\/console|e2e\/hostile)\//u;

beforeAll(async () => {
  if (!USERS.test(expect.getState().testPath ?? '')) return;
  const { loadAllParts } = await import('./all-parts.fixture.ts');
  await loadAllParts();
});
