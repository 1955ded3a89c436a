/** @module The steps from an empty database to the current schema; a step that was published never changes. */
import type { Migration } from 'kysely/migration';
import type { DatabaseKind } from '../database.ts';
import { initial } from './0001-initial.ts';
import { operation } from './0002-operation.ts';

/** Every migration, in order of its name. */
export function migrationsFor(kind: DatabaseKind): Record<string, Migration> {
  return { '0001-initial': initial, '0002-operation': operation(kind) };
}
