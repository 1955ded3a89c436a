/** @module `npm run soak -- versions`: an older version with this one, by default the last one that is a day older. `LONGWIRE_OLDER` names another commit. */
import { execFileSync } from 'node:child_process';
import { step } from '../../scripts/step.ts';
import { ROOT } from '../harness/paths.ts';

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();
}

/** The newest commit that is at least a day older than the last one. */
function yesterdays(): string {
  const last = new Date(git('log', '-1', '--format=%cI'));
  const before = new Date(last.getTime() - 86_400_000).toISOString();
  return git('rev-list', '-1', `--before=${before}`, 'HEAD');
}

/** Answers whether every combination works. */
export async function runVersions(): Promise<boolean> {
  const revision = process.env['LONGWIRE_OLDER'] ?? yesterdays();
  const options = { env: { LONGWIRE_OLDER: revision } };
  const older = git('log', '-1', '--format=%h of %cs', revision);
  const spec = ['two-versions.spec.ts', '--workers=1', '--retries=0'];
  return (
    (await step(
      `nodes of ${older}, upgraded one by one`,
      'vitest',
      ['run', 'packages/signaling/src/nodes/upgrade.test.ts'],
      options,
    )) &&
    (await step(
      `device, service and page of ${older}`,
      'npm',
      ['run', '--silent', 'test:e2e', '--', ...spec],
      options,
    ))
  );
}
