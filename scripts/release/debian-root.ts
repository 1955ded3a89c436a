/** @module A fresh Debian below a folder, to try packages in. */
import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const SOURCES = '/etc/apt/sources.list.d/debian.sources';

/** A minimal Debian that commands can be run in. */
export class DebianRoot implements Disposable {
  readonly folder: string;

  /** One that {@link make} has made. */
  constructor(folder: string) {
    this.folder = folder;
  }

  /** Makes one of this machine's architecture, with packages from the mirror that this machine uses. Needs root and debootstrap. */
  static make(folder: string, suite = 'bookworm'): DebianRoot {
    execFileSync('debootstrap', ['--variant=minbase', suite, folder, mirror()], { stdio: 'ignore' });
    writeFileSync(join(folder, 'etc/apt/sources.list'), `deb ${mirror()} ${suite} main\n`);
    const root = new DebianRoot(folder);
    // mounting it makes the root's own processes visible, as on a machine
    execFileSync('mount', ['-t', 'proc', 'proc', join(folder, 'proc')]);
    try {
      root.run('apt-get', ['update', '-qq']);
      return root;
    } catch (error) {
      root[Symbol.dispose]();
      throw error;
    }
  }

  /** Runs a command to its end and returns its output. @throws Error with its output if it fails */
  run(command: string, args: readonly string[]): string {
    const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/root', DEBIAN_FRONTEND: 'noninteractive' };
    return execFileSync('chroot', [this.folder, command, ...args], { encoding: 'utf8', env }).trim();
  }

  /** Installs or upgrades a package file of this machine with what it depends on, and with what it recommends if asked to. */
  install(
    file: string,
    { isWithRecommended = false }: { readonly isWithRecommended?: boolean } = {},
  ): string {
    cpSync(file, join(this.folder, 'tmp', basename(file)));
    const options = ['install', '--yes', '-qq', ...(isWithRecommended ? [] : ['--no-install-recommends'])];
    return this.run('apt-get', [...options, `/tmp/${basename(file)}`]);
  }

  [Symbol.dispose](): void {
    execFileSync('umount', [join(this.folder, 'proc')]);
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** The mirror that this machine uses: debootstrap's default may not be reachable. */
export function mirror(): string {
  const [, uri] = /^URIs:\s*(\S+)/mu.exec(readFileSync(SOURCES, 'utf8')) ?? [];
  if (uri === undefined) throw new Error(`${SOURCES} names no mirror`);
  return uri;
}
