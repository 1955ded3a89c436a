/** @module Opens files and directories below one root directory, safe against traversal and symbolic links. */
import { constants, type Stats } from 'node:fs';
import { lstat, open, readlink, realpath, type FileHandle } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';
import { hasErrorCode } from '@longwire/protocol';

/** The result of {@link openBelow}. */
export type SafePath =
  | { readonly kind: 'file'; readonly handle: FileHandle; readonly size: number }
  /** `path` leads to the open directory, even if its name now belongs to another one. */
  | { readonly kind: 'directory'; readonly handle: FileHandle; readonly path: string; readonly name: string }
  /** The path is invalid: absolute, or with `..` or a NUL character. */
  | { readonly kind: 'bad' }
  | { readonly kind: 'missing' }
  /** Outside of the root, not readable, or neither a file nor a directory. */
  | { readonly kind: 'refused' };

/** Resolves a path below a root directory. The caller closes the returned handle. */
export async function openBelow(root: string, path: string): Promise<SafePath> {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  if (path.startsWith('/') || path.includes('\0') || parts.includes('..')) return { kind: 'bad' };
  try {
    const base = await realpath(root);
    const real = await realpath(join(base, ...parts));
    if (!isBelow(base, real)) return { kind: 'refused' };
    // Checked before opening: opening a device can have side effects, opening a pipe can block forever.
    const stats = await lstat(real);
    return stats.isDirectory() || stats.isFile() ? await openSame(base, real, stats) : { kind: 'refused' };
  } catch (error) {
    return { kind: isMissing(error) ? 'missing' : 'refused' };
  }
}

/** Opens the checked file; refuses if another file has taken its place. */
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

/** A parent directory may have been replaced by a link before the file was opened; Linux reports the path of the open file. */
async function isStillBelow(base: string, handle: FileHandle): Promise<boolean> {
  const path = pathOf(handle);
  return path === undefined || isBelow(base, await readlink(path));
}

/** A path to the open file, if the system provides one. */
function pathOf({ fd }: FileHandle): string | undefined {
  return process.platform === 'linux' ? `/proc/self/fd/${fd}` : undefined;
}

function isBelow(base: string, path: string): boolean {
  return path === base || path.startsWith(base.endsWith(sep) ? base : `${base}${sep}`);
}

function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'].some((code) => hasErrorCode(error, code));
}
