/** @module `npm run soak -- nat`: every cell of the grid, and a table: pair, expected path, path, time. */
import { step } from '../../scripts/step.ts';

/** Answers whether every pair found its path. */
export async function runNat(): Promise<boolean> {
  const args = ['nat-grid.spec.ts', '--workers=1', '--retries=0'];
  return await step('every pair of NATs', 'npm', ['run', '--silent', 'test:e2e', '--', ...args], {
    env: { LONGWIRE_NAT_GRID: 'all' },
  });
}
