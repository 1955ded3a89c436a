/**
 * @module `npm run release:console -- --key FILE [--out FOLDER]`: the console as one signed archive that any static server
 * can serve (docs/guides/own-console.md). FILE is an SSH key outside of the repository, or the public half of one in an agent.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import manifest from '../apps/console/package.json' with { type: 'json' };
import { checksumLine, releaseName, tarArguments } from './release/console-archive.ts';
import { sourceDateEpoch } from './release/source-date-epoch.ts';
import { ROOT, step } from './step.ts';

/** Keeps a signature of something else of the same signer from passing for one of a console. */
const NAMESPACE = 'longwire-console';

async function release(key: string, out: string): Promise<boolean> {
  const name = releaseName(manifest.version);
  const archive = `${name}.tar.gz`;
  const parent = mkdtempSync(join(tmpdir(), 'longwire-release-'));
  try {
    mkdirSync(out, { recursive: true });
    rmSync(join(out, 'SHA256SUMS.sig'), { force: true });
    const build = ['build', '--config', 'vite.config.ts', '--mode', 'standalone', '--logLevel', 'warn'];
    const place = ['--outDir', join(parent, name), '--emptyOutDir'];
    const isBuilt = await step('build the console', 'vite', [...build, ...place], {
      cwd: join(ROOT, 'apps/console'),
    });
    if (!isBuilt) return false;
    const packed = { parent, name, archive: join(out, archive), epochSeconds: sourceDateEpoch() };
    if (!(await step(`pack ${archive}`, 'tar', tarArguments(packed)))) return false;
    writeFileSync(join(out, 'SHA256SUMS'), checksumLine(packed.archive, archive));
    const signing = ['-Y', 'sign', '-f', key, '-n', NAMESPACE, 'SHA256SUMS'];
    return await step('sign SHA256SUMS', 'ssh-keygen', signing, { cwd: out });
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
}

const { values } = parseArgs({
  options: { key: { type: 'string' }, out: { type: 'string', default: 'release' } },
});
if (values.key === undefined) throw new Error('release:console expected --key FILE, an SSH key to sign with');
process.exitCode = (await release(resolve(values.key), resolve(values.out))) ? 0 : 1;
