/** @module Runs the same tests on every supported database. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import type { Registry } from '../ports/registry.ts';
import { openRegistry, type RegistryOptions } from '../registry/registry.ts';
import { startPostgres, type PostgresServer } from './postgres.fixture.ts';
import { makeDirectory } from './directory.fixture.ts';
import { quickPasswords } from './quick-passwords.fixture.ts';

/** An empty database for a test. */
export interface TestDatabase extends AsyncDisposable {
  readonly kind: 'SQLite' | 'PostgreSQL';
  /** Argument for `openRegistry`. */
  readonly text: string;
  /** Opens a registry on it; the caller closes it. */
  open(now?: () => number, options?: RegistryOptions): Promise<Registry>;
}

/** Creates an empty database. */
export type MakeDatabase = () => Promise<TestDatabase>;

/** Declares tests once for each database. */
export function onEachDatabase(declare: (make: MakeDatabase) => void): void {
  describe('SQLite', () => {
    declare(makeFile);
  });
  describe('PostgreSQL', () => {
    let server: PostgresServer | undefined;
    beforeAll(async () => {
      server = await startPostgres();
    }, 60_000);
    afterAll(async () => {
      await server?.[Symbol.asyncDispose]();
    }, 60_000);
    declare(async () => {
      if (server === undefined) throw new Error('the server is not running');
      return testDatabase('PostgreSQL', await server.createDatabase(), async () => undefined);
    });
  });
}

async function makeFile(): Promise<TestDatabase> {
  const directory = await makeDirectory();
  return testDatabase('SQLite', join(directory.path, 'registry.db'), () => directory[Symbol.asyncDispose]());
}

function testDatabase(
  kind: TestDatabase['kind'],
  text: string,
  dispose: () => PromiseLike<void>,
): TestDatabase {
  return {
    kind,
    text,
    open: (now, options) => openRegistry(text, now, { passwords: quickPasswords(), ...options }),
    [Symbol.asyncDispose]: dispose,
  };
}
