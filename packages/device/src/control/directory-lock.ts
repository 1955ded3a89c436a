/** @module One process at a time in a device's directory. The kernel holds the lock, so that no crash leaves one behind. */
import { closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { EdgeError } from '@longwire/protocol';

/** A lock that is held. */
export interface DirectoryLock extends Disposable {
  /** Gives the directory free; again does nothing. */
  release(): void;
}

/** SQLite's SQLITE_BUSY: another process has the file. */
const BUSY = 5;

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === BUSY;
}

/**
 * Takes the lock of a directory. Node itself cannot lock a file; SQLite can, and its empty database is nothing but the lock.
 * @throws EdgeError ERR_IN_USE when another process has it, ERR_STORE_WRITE when the file cannot be made.
 */
export function lockDirectory(file: string): DirectoryLock {
  let database: DatabaseSync | undefined;
  try {
    closeSync(openSync(file, 'a', 0o600));
    database = new DatabaseSync(file);
    database.exec('BEGIN EXCLUSIVE');
  } catch (cause) {
    database?.close();
    if (isBusy(cause))
      throw new EdgeError('ERR_IN_USE', `${file} is held by another process: a device runs here already`, {
        cause,
      });
    throw new EdgeError('ERR_STORE_WRITE', `lock expected to be made in ${file}`, { cause });
  }
  const held = database;
  const release = (): void => {
    if (held.isOpen) held.close();
  };
  return { release, [Symbol.dispose]: release };
}
