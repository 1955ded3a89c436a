/** @module Writes a file such that a kill or a loss of power leaves the old content or the new one, never a part. */
import { link, open, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Only the owner of a device may read its keys and users. */
const PRIVATE_MODE = 0o600;

async function withFile<T>(path: string, flags: string, use: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(path, flags, PRIVATE_MODE);
  try {
    return await use(file);
  } finally {
    await file.close();
  }
}

async function writeSynced(path: string, content: string, flags: 'w' | 'wx'): Promise<void> {
  await withFile(path, flags, async (file) => {
    await file.chmod(PRIVATE_MODE);
    await file.writeFile(content, 'utf8');
    await file.sync();
  });
}

/** Makes a rename or a link in a directory durable. */
async function syncDirectory(path: string): Promise<void> {
  await withFile(path, 'r', (directory) => directory.sync());
}

/** Replaces a file's content; resolves once the new content would survive a loss of power. One call at a time per file. */
export async function replaceFile(path: string, content: string): Promise<void> {
  const temporary = `${path}.new`;
  await writeSynced(temporary, content, 'w');
  await rename(temporary, path);
  await syncDirectory(dirname(path));
}

/** Creates a file. @throws an error with code EEXIST if it exists, which is not changed. */
export async function createFile(path: string, content: string): Promise<void> {
  const temporary = `${path}.${process.pid}.new`;
  await rm(temporary, { force: true });
  await writeSynced(temporary, content, 'wx');
  try {
    // Unlike a rename, a link never overwrites.
    await link(temporary, path);
  } finally {
    await rm(temporary, { force: true });
  }
  await syncDirectory(dirname(path));
}
