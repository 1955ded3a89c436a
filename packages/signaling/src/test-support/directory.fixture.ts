/** @module A temporary directory for one test. */
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A directory that is removed on disposal. */
export interface TestDirectory extends AsyncDisposable {
  readonly path: string;
}

/** Makes an empty directory. */
export async function makeDirectory(): Promise<TestDirectory> {
  return await mkdtempDisposable(join(tmpdir(), 'longwire-signaling-'));
}
