/** @module Removal of outdated rows. */
import { expect, test, vi } from 'vitest';
import { makeDirectory } from '../test-support/directory.fixture.ts';
import { ManualClock } from '@longwire/testing/clock';
import { startRetentionJob } from './retention-job.ts';
import { openRegistry } from './registry.ts';

const DAY_MS = 86_400_000;
const LOGIN = { action: 'client.login', outcome: 'allowed', actor: 'client' } as const;

test('every ten minutes old rows and expired sessions are removed; a failed run is reported and the next one works', async () => {
  await using directory = await makeDirectory();
  const clock = new ManualClock();
  await using registry = await openRegistry(`${directory.path}/r.db`, () => clock.wall());
  const report = vi.fn<(error: Error, what: string) => void>();
  const prune = vi.spyOn(registry.audit, 'prune');
  const keeper = startRetentionJob({
    registry,
    retention: { auditMs: 2 * DAY_MS, auditRows: 3 },
    clock,
    report,
  });
  const rows = async (): Promise<number> => (await registry.audit.list({ limit: 10 })).length;
  for (let row = 0; row < 5; row += 1) await registry.audit.record(LOGIN);
  expect(await rows()).toBe(5);
  clock.advance(600_000);
  await expect.poll(rows).toBe(3);
  prune.mockRejectedValueOnce(new Error('disk full'));
  clock.advance(600_000);
  await expect.poll(() => report.mock.calls.length).toBe(1);
  clock.advance(2 * DAY_MS);
  await expect.poll(rows).toBe(0);
  await keeper[Symbol.asyncDispose]();
  const rounds = prune.mock.calls.length;
  clock.advance(DAY_MS);
  expect(prune.mock.calls.length).toBe(rounds);
});
