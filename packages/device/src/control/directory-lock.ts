/** @module One process at a time in a device's directory. The kernel holds the lock, so a crash releases it. */
import { closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { EdgeError } from '@longwire/protocol';
import { reasonOf } from '../log/reason-of.ts';

/** A held lock. */
export interface DirectoryLock extends Disposable {
  /** Releases the lock; again does nothing. */
  release(): void;
}

/** SQLite's SQLITE_BUSY: another process holds the lock. */
const BUSY = 5;

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === BUSY;
}

/**
 * Locks a directory. Node itself cannot lock a file; SQLite can, and its empty database serves as the lock only.
 * @throws EdgeError ERR_IN_USE when another process holds it, ERR_STORE_WRITE when the file cannot be created.
 */
export function lockDirectory(file: string): DirectoryLock {
  let database: DatabaseSync | undefined;
  try {
    closeSync(openSync(file, 'a', 0o600));
    database = new DatabaseSync(file);
    // A journal in a file would need space on the disk.
    database.exec('PRAGMA journal_mode = MEMORY');
    database.exec('BEGIN EXCLUSIVE');
  } catch (cause) {
    database?.close();
    if (isBusy(cause))
      throw new EdgeError('ERR_IN_USE', `${file} is locked by another process: a device runs here already`, {
        cause,
      });
    throw new EdgeError('ERR_STORE_WRITE', `cannot create the lock ${file}: ${reasonOf(cause)}`, { cause });
  }
  const held = database;
  const release = (): void => {
    if (held.isOpen) held.close();
  };
  return { release, [Symbol.dispose]: release };
}
