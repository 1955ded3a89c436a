/** @module Files below one folder, and nothing else, whatever path is asked for. */
import { constants, type Stats } from 'node:fs';
import { lstat, open, readlink, realpath, type FileHandle } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';
import { hasErrorCode } from '@longwire/protocol';

/** What a path leads to. */
export type SafePath =
  | { readonly kind: 'file'; readonly handle: FileHandle; readonly size: number }
  /** Its entries are read below `path`; that leads to what is open, whatever has its name by now. */
  | { readonly kind: 'directory'; readonly handle: FileHandle; readonly path: string; readonly name: string }
  /** Not a path that may be asked for. */
  | { readonly kind: 'bad' }
  | { readonly kind: 'missing' }
  /** Outside of the folder, not readable, or neither a file nor a folder. */
  | { readonly kind: 'refused' };

/** Follows a path from a folder; whoever gets a handle closes it. */
export async function openBelow(root: string, path: string): Promise<SafePath> {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  if (path.startsWith('/') || path.includes('\0') || parts.includes('..')) return { kind: 'bad' };
  try {
    const base = await realpath(root);
    const real = await realpath(join(base, ...parts));
    if (!isBelow(base, real)) return { kind: 'refused' };
    // Looked at before it is opened: opening a device can do something, opening a pipe can wait for ever.
    const stats = await lstat(real);
    return stats.isDirectory() || stats.isFile() ? await openSame(base, real, stats) : { kind: 'refused' };
  } catch (error) {
    return { kind: isMissing(error) ? 'missing' : 'refused' };
  }
}

/** Opens what was looked at; something else in its place by now is refused. */
async function openSame(base: string, real: string, { dev, ino }: Stats): Promise<SafePath> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  const handle = await open(real, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const stats = await handle.stat();
    const isSame = stats.dev === dev && stats.ino === ino;
    if (isSame && (await isStillBelow(base, handle))) {
      if (stats.isFile()) return { kind: 'file', handle, size: stats.size };
      if (stats.isDirectory())
        return { kind: 'directory', handle, path: pathOf(handle) ?? real, name: basename(real) };
    }
  } catch (error) {
    await handle.close();
    throw error;
  }
  await handle.close();
  return { kind: 'refused' };
}

/** A folder on the way may have been exchanged for a link before the file was opened; Linux tells what was opened. */
async function isStillBelow(base: string, handle: FileHandle): Promise<boolean> {
  const path = pathOf(handle);
  return path === undefined || isBelow(base, await readlink(path));
}

/** A path to what is open, where the system has one. */
function pathOf({ fd }: FileHandle): string | undefined {
  return process.platform === 'linux' ? `/proc/self/fd/${fd}` : undefined;
}

function isBelow(base: string, path: string): boolean {
  return path === base || path.startsWith(base.endsWith(sep) ? base : `${base}${sep}`);
}

function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'].some((code) => hasErrorCode(error, code));
}
