/** @module Packs the packages as they are published: built files, README and licence, without sources. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, runCommand } from '../step.ts';

/** What this module reads of a package.json. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly bin?: Readonly<Record<string, string>>;
  readonly files: readonly string[];
  readonly exports?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** The condition under which the repository's own tools find the sources. */
const SOURCE_CONDITION = 'longwire-source';

/** The package.json of a workspace. */
export function readManifest(workspace: string): Manifest {
  return JSON.parse(readFileSync(join(ROOT, workspace, 'package.json'), 'utf8'));
}

/** The published package.json: nothing in it refers to files that only the repository has. */
export function publishedManifest(manifest: Manifest): Manifest {
  const { devDependencies: _, exports = {}, ...rest } = { devDependencies: {}, ...manifest };
  const entries = Object.entries(exports).map(
    ([entry, { [SOURCE_CONDITION]: _source, ...conditions }]) => [entry, conditions] as const,
  );
  return { ...rest, ...(entries.length === 0 ? {} : { exports: Object.fromEntries(entries) }) };
}

/** The file that `npm pack` writes: `longwire-client-0.1.0.tgz`. */
export const tarballName = ({ name, version }: Manifest): string =>
  `${name.replace('@', '').replace('/', '-')}-${version}.tgz`;

/** Copies the published files of a built workspace to `folder`. */
export function stagePackage(workspace: string, folder: string): void {
  const manifest = readManifest(workspace);
  mkdirSync(folder, { recursive: true });
  for (const file of [...manifest.files, 'README.md'])
    cpSync(join(ROOT, workspace, file), join(folder, file), { recursive: true });
  cpSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(publishedManifest(manifest), null, 2)}\n`);
}

/** Packs a workspace into `out`; `scratch` is a folder for its files. npm sets all times and owners. */
export async function packPackage(workspace: string, scratch: string, out: string): Promise<boolean> {
  const folder = join(scratch, workspace);
  stagePackage(workspace, folder);
  return await runCommand('npm', ['pack', '--silent', '--pack-destination', out], { cwd: folder });
}
