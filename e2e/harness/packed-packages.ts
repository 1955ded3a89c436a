/** @module The published packages as npm installs them: packed, unpacked elsewhere, without sources. Packages of others are those of the repository. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { packPackage, readManifest, tarballName } from '../../scripts/release/npm-packages.ts';
import { productionPackages } from '../../scripts/release/production-packages.ts';
import { ROOT } from './paths.ts';

const BUILD_OLDER = join(import.meta.dirname, 'build-older.ts');

/** Packages of this repository, each packed once. */
export class PackedPackages implements Disposable {
  readonly #tarballs: string;

  private constructor(tarballs: string) {
    this.#tarballs = tarballs;
  }

  /** Packs these workspaces, and those that they need at run time; builds them first if their sources are newer. */
  static async pack(roots: readonly string[]): Promise<PackedPackages> {
    const { workspaces } = productionPackages(roots);
    // Tests of several workers need the same packages: each is built once, and none is built while another worker packs it.
    execFileSync('flock', [ROOT, process.execPath, BUILD_OLDER, ...workspaces], {
      cwd: ROOT,
      stdio: 'inherit',
    });
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
