/** @module The `longwire` command as someone has it who installed the published packages: packed, unpacked elsewhere, without sources. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { packPackage, readManifest, tarballName } from '../../scripts/release/npm-packages.ts';
import { productionPackages } from '../../scripts/release/production-packages.ts';
import { Child } from './child.ts';
import { ROOT } from './paths.ts';

const PACKAGE = 'packages/longwire';

/** The installed command in a folder of its own. */
export class PackedHousehold implements Disposable {
  /** Where the command keeps everything. */
  readonly directory: string;
  readonly #root: string;

  private constructor(root: string, directory: string) {
    this.#root = root;
    this.directory = directory;
  }

  /** The same program with another folder for its state. */
  in(directory: string): PackedHousehold {
    return new PackedHousehold(this.#root, directory);
  }

  /** Builds the packages if their sources are newer, and installs them. Packages of others are those of the repository. */
  static async install(): Promise<PackedHousehold> {
    const root = mkdtempSync(join(tmpdir(), 'longwire-packed-'));
    const { workspaces, installed } = productionPackages([PACKAGE]);
    buildIfOlder(workspaces);
    for (const place of installed.filter((each) => !each.includes('/node_modules/')))
      linkPackage(join(ROOT, place), join(root, place));
    for (const workspace of workspaces) await installPacked(workspace, root);
    return new PackedHousehold(root, join(root, 'state'));
  }

  /** The command line of the installed program. */
  command(...args: readonly string[]): readonly string[] {
    const script = join(this.#root, 'node_modules/longwire/dist/cli/main.js');
    return ['env', '-C', this.#root, '-u', 'NODE_OPTIONS', process.execPath, script, ...args];
  }

  /** Starts the program; `within` is a command that runs it elsewhere, in a network namespace for example. */
  start(within: readonly string[], ...args: readonly string[]): Child {
    return Child.ofCommand('longwire', [...within, ...this.command(...args, '--directory', this.directory)]);
  }

  /** Runs a command to its end and returns what it printed; any exit code but 0 throws. */
  async run(within: readonly string[], ...args: readonly string[]): Promise<string> {
    const child = this.start(within, ...args);
    const end = await child.exited;
    if (end !== 0) throw new Error(`longwire ${args.join(' ')} ended with ${end}\n${child.log}`);
    return child.stdout;
  }

  [Symbol.dispose](): void {
    rmSync(this.#root, { recursive: true, force: true });
  }
}

function linkPackage(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  symlinkSync(from, to);
}

async function installPacked(workspace: string, root: string): Promise<void> {
  const manifest = readManifest(workspace);
  const [scratch, target] = [join(root, 'scratch'), join(root, 'node_modules', manifest.name)];
  mkdirSync(scratch, { recursive: true });
  mkdirSync(target, { recursive: true });
  if (!(await packPackage(workspace, scratch, scratch))) throw new Error(`npm pack failed in ${workspace}`);
  const unpack = ['--extract', '--strip-components=1', '--directory', target];
  execFileSync('tar', [...unpack, '--file', join(scratch, tarballName(manifest))]);
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

function buildIfOlder(workspaces: readonly string[]): void {
  const pairs = [
    ...workspaces.map((workspace) => [`${workspace}/dist`, `${workspace}/src`] as const),
    ['packages/signaling/dist/console', 'apps/console/src'] as const,
  ];
  if (!pairs.some(([built, source]) => isOlder(built, source))) return;
  const names = [...workspaces, 'packages/client', 'packages/react', 'apps/console'];
  execFileSync(process.execPath, ['scripts/build.ts', ...names], { cwd: ROOT, stdio: 'inherit' });
}
