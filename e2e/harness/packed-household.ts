/** @module The `longwire` command as someone has it who installed the published packages: packed, unpacked elsewhere, without sources. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Child } from './child.ts';
import { installedNode } from './installed-node.ts';
import { PackedPackages } from './packed-packages.ts';

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

  /** Packs and installs the packages. */
  static async install(): Promise<PackedHousehold> {
    using packages = await PackedPackages.pack([PACKAGE]);
    const root = mkdtempSync(join(tmpdir(), 'longwire-household-'));
    packages.install([PACKAGE], root);
    return new PackedHousehold(root, join(root, 'state'));
  }

  /** The command line of the installed program. */
  command(...args: readonly string[]): readonly string[] {
    const script = join(this.#root, 'node_modules/longwire/dist/cli/main.js');
    return ['env', '-C', this.#root, '-u', 'NODE_OPTIONS', installedNode(), script, ...args];
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
