/** @module The published packages as npm installs them: packed, unpacked elsewhere, without sources. Packages of others are those of the repository. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { packPackage, readManifest, tarballName } from '../../scripts/release/npm-packages.ts';
import { productionPackages } from '../../scripts/release/production-packages.ts';
import { ROOT } from './paths.ts';

/** Packages of this repository, each packed once. */
export class PackedPackages implements Disposable {
  readonly #tarballs: string;

  private constructor(tarballs: string) {
    this.#tarballs = tarballs;
  }

  /** Packs these workspaces, and those that they need at run time; builds them first if their sources are newer. */
  static async pack(roots: readonly string[]): Promise<PackedPackages> {
    const { workspaces } = productionPackages(roots);
    buildIfOlder(workspaces);
    const tarballs = mkdtempSync(join(tmpdir(), 'longwire-packed-'));
    for (const workspace of workspaces)
      if (!(await packPackage(workspace, tarballs, tarballs)))
        throw new Error(`npm pack failed in ${workspace}`);
    return new PackedPackages(tarballs);
  }

  /** Installs some of them, and what they need at run time, in a folder's `node_modules`. */
  install(roots: readonly string[], folder: string): void {
    const { workspaces, installed } = productionPackages(roots);
    for (const place of installed.filter((each) => !each.includes('/node_modules/')))
      linkInstalled(place, folder);
    for (const workspace of workspaces) this.#unpack(workspace, folder);
  }

  #unpack(workspace: string, folder: string): void {
    const manifest = readManifest(workspace);
    const target = join(folder, 'node_modules', manifest.name);
    mkdirSync(target, { recursive: true });
    const unpack = ['--extract', '--strip-components=1', '--directory', target];
    execFileSync('tar', [...unpack, '--file', join(this.#tarballs, tarballName(manifest))]);
  }

  [Symbol.dispose](): void {
    rmSync(this.#tarballs, { recursive: true, force: true });
  }
}

/** Links a package of the repository, such as `node_modules/vite`, into a folder, if it is not there. */
export function linkInstalled(place: string, folder: string): void {
  const to = join(folder, place);
  if (existsSync(to)) return;
  mkdirSync(dirname(to), { recursive: true });
  symlinkSync(join(ROOT, place), to);
}

/** The time of the newest file below a folder, in milliseconds since 1970; 0 without one. */
function newestMs(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  return Math.max(0, ...files.map(({ parentPath, name }) => statSync(join(parentPath, name)).mtimeMs));
}

function isOlder(built: string, source: string): boolean {
  const has = statSync(join(ROOT, built), { throwIfNoEntry: false }) !== undefined;
  return !has || newestMs(join(ROOT, built)) < newestMs(join(ROOT, source));
}

/** The package of the service contains the console, which is built from other workspaces. */
function buildIfOlder(workspaces: readonly string[]): void {
  const hasConsole = workspaces.includes('packages/signaling');
  const pairs = workspaces.map((workspace) => [`${workspace}/dist`, `${workspace}/src`] as const);
  if (hasConsole) pairs.push(['packages/signaling/dist/console', 'apps/console/src']);
  if (!pairs.some(([built, source]) => isOlder(built, source))) return;
  const ofConsole = ['packages/client', 'packages/react', 'apps/console'];
  const names = new Set([...workspaces, ...(hasConsole ? ofConsole : [])]);
  execFileSync(process.execPath, ['scripts/build.ts', ...names], { cwd: ROOT, stdio: 'inherit' });
}
