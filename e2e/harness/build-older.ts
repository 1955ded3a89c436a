/** @module Builds those of the named workspaces whose sources are newer than what was built; a program, which runs under a lock. */
import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './paths.ts';

/** The package of the service contains the console, which is built from the sources of what it uses. */
const SERVICE = 'packages/signaling';
const CONSOLE = 'apps/console';

/** The time of the newest file below a folder, in milliseconds since 1970; 0 without one. */
function newestMs(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  return Math.max(0, ...files.map(({ parentPath, name }) => statSync(join(parentPath, name)).mtimeMs));
}

function isOlder(built: string, source: string): boolean {
  const has = statSync(join(ROOT, built), { throwIfNoEntry: false }) !== undefined;
  return !has || newestMs(join(ROOT, built)) < newestMs(join(ROOT, source));
}

const [, , ...workspaces] = process.argv;
const older = workspaces.filter((workspace) => isOlder(`${workspace}/dist`, `${workspace}/src`));
const isConsoleOlder =
  workspaces.includes(SERVICE) &&
  (older.includes(SERVICE) || isOlder(`${SERVICE}/dist/console`, `${CONSOLE}/src`));
const names = new Set([...older, ...(isConsoleOlder ? [SERVICE, CONSOLE] : [])]);
if (names.size > 0)
  execFileSync(process.execPath, ['scripts/build.ts', ...names], { cwd: ROOT, stdio: 'inherit' });
