/** @module A copy of a version of the repository, which runs on the packages that are installed here. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './paths.ts';

/** Links the installed packages; the workspaces' own links are relative, so they lead to those of the copy. */
export function linkPackages(copy: string): void {
  const [from, to] = [join(ROOT, 'node_modules'), join(copy, 'node_modules')];
  mkdirSync(join(to, '@longwire'), { recursive: true });
  for (const name of readdirSync(from)) {
    if (name !== '@longwire' && !name.startsWith('.vi')) symlinkSync(join(from, name), join(to, name));
  }
  for (const name of readdirSync(join(from, '@longwire'))) {
    symlinkSync(readlinkSync(join(from, '@longwire', name)), join(to, '@longwire', name));
  }
}

/** A copy. */
export class LinkedCopy implements Disposable {
  readonly folder: string;

  /** Copies a commit. @throws Error without git, or when there is no such commit */
  constructor(revision: string) {
    this.folder = mkdtempSync(join(tmpdir(), 'longwire-version-'));
    const archive = join(this.folder, '.archive.tar');
    execFileSync('git', ['archive', '--output', archive, revision], { cwd: ROOT });
    execFileSync('tar', ['--extract', '--file', archive, '--directory', this.folder]);
    rmSync(archive);
    linkPackages(this.folder);
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
