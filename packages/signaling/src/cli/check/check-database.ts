/** @module Checks that the registry exists and who may read it. */
import { access, constants, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { bad, EdgeError, good, skipped, warning, type Verdict } from '@longwire/protocol';
import { databaseKind } from '../../registry/database.ts';
import { inspect, type Inspection } from '../../registry/inspect.ts';

/** Permission bits of users other than the owner and the group. */
const OTHERS = 0o007;

/**
 * Reads the database's version, and looks for products and operators; creates and migrates nothing. `isWritable`:
 * whether this user may write to a file or folder.
 */
export async function checkDatabase(
  database: string,
  isWritable: (path: string) => Promise<boolean> = canWrite,
): Promise<Verdict[]> {
  const isPostgres = databaseKind(database) === 'postgres';
  if (!isPostgres && (await stat(database).catch(() => undefined)) === undefined) {
    return [
      warning(
        'database',
        `${database} does not exist yet`,
        'the first command (longwire-signaling product add …) or start creates it; if it should exist, check --database',
      ),
      skipped('operators', 'no database'),
    ];
  }
  try {
    const inspection = await inspect(database);
    return [
      ...(isPostgres
        ? [good('database', 'PostgreSQL answers')]
        : [await checkWritable(database, isWritable), await checkMode(database)]),
      ...judge(inspection),
    ];
  } catch (error) {
    if (!(error instanceof EdgeError)) throw error;
    return [
      bad(
        'database',
        `cannot be used: ${error.message}`,
        isPostgres
          ? 'check that PostgreSQL runs, its address, user and password, and that the user may create tables'
          : 'check --database, and that this user may write to the file and its folder',
      ),
      skipped('operators', 'the database cannot be used'),
    ];
  }
}

function judge(inspection: Inspection): Verdict[] {
  if (inspection.kind === 'older') {
    return [
      warning(
        'schema',
        `of an older version: the next start or command applies ${inspection.missing.join(', ')}`,
        'make a backup before, with that older version: it cannot use the database afterwards',
      ),
      skipped('operators', 'the database is of an older version'),
    ];
  }
  const { hasProducts, operators, hasAdmin } = inspection;
  return [
    hasProducts
      ? good('products', 'there are some')
      : warning('products', 'none registered', 'longwire-signaling product add NAME'),
    hasAdmin
      ? good('operators', `${operators}`)
      : warning(
          'operators',
          'no admin exists, so no one can log in to the operator pages',
          'longwire-signaling operator add NAME --role admin',
        ),
  ];
}

async function canWrite(path: string): Promise<boolean> {
  return await access(path, constants.W_OK).then(
    () => true,
    () => false,
  );
}

/** SQLite opens a file for reading where it may not write, and creates others beside it. */
async function checkWritable(file: string, isWritable: (path: string) => Promise<boolean>): Promise<Verdict> {
  for (const path of [file, dirname(file)]) {
    if (await isWritable(path)) continue;
    const todo = `run this command as the user of the service, who has to own it: chown USER: ${path}`;
    return bad('database', `this user cannot write to ${path}`, todo);
  }
  return good('database', `${file} opens`);
}

async function checkMode(file: string): Promise<Verdict> {
  const { mode } = await stat(file);
  if ((mode & OTHERS) === 0) return good('database-mode', 'not readable by other users of this machine');
  return warning(
    'database-mode',
    `every user of this machine can read ${file}`,
    `chmod o= ${file}, and keep it in a folder of mode 700`,
  );
}
