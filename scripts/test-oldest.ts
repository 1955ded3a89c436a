/**
 * @module `npm run test:oldest`: the unit tests of what runs in Node on the oldest Node that the packages allow, and the types of the built packages
 * with the oldest TypeScript that the READMEs promise. Both come from the npm registry; needs `npm run build`.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT, step } from './step.ts';

const NODE = '22.18.0';
const TYPESCRIPT = '5.7.3';
const WORKSPACES = ['protocol', 'device', 'cluster', 'signaling', 'longwire', 'testing'];

/** Installs both in a folder. */
function install(folder: string): void {
  const dependencies = { node: NODE, typescript: TYPESCRIPT };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ dependencies, allowScripts: { node: true } }));
  execFileSync('npm', ['install', '--silent'], { cwd: folder, stdio: 'inherit' });
}

const folder = mkdtempSync(join(tmpdir(), 'longwire-oldest-'));
try {
  install(folder);
  const bin = join(folder, 'node_modules/node/bin');
  const node = join(bin, 'node');
  const found = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
  if (found !== `v${NODE}`) throw new Error(`Node ${NODE} expected, ${found} was installed`);
  const tsc = join(folder, 'node_modules/typescript/bin/tsc');
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
  const folders = WORKSPACES.map((name) => `packages/${name}/`);
  const env = { PATH: `${bin}:${process.env['PATH']}` };
  const results = [
    await step(`types with TypeScript ${TYPESCRIPT}`, node, [tsc, '-p', 'scripts/consumer/page']),
    await step(`unit tests on Node ${NODE}`, node, [vitest, 'run', ...folders], { env }),
  ];
  process.exitCode = results.every(Boolean) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
