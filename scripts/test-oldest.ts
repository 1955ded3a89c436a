/**
 * @module `npm run test:oldest`: the built packages on the oldest Node that they allow, as a household has them and as an application imports them,
 * and their types with the oldest TypeScript that the READMEs promise. Both come from the npm registry; needs `npm run build`.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { INSTALLED_NODE } from '../e2e/harness/installed-node.ts';
import { step } from './step.ts';

const NODE = '22.18.0';
const TYPESCRIPT = '5.7.3';

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
  const household = ['test', '--config', 'e2e/playwright.config.ts', 'household.spec.ts'];
  const results = [
    await step(`types with TypeScript ${TYPESCRIPT}`, node, [tsc, '-p', 'scripts/consumer/page']),
    await step(`the built packages load on Node ${NODE}`, node, ['scripts/consumer/main.ts'], {
      env: { NODE_OPTIONS: '' },
    }),
    await step(`a household on Node ${NODE}`, 'playwright', household, { env: { [INSTALLED_NODE]: node } }),
  ];
  process.exitCode = results.every(Boolean) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
