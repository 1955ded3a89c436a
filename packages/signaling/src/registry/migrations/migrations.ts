/**
 * @module The migrations from an empty database to the current schema; a published migration never changes.
 */
import type { Migration } from 'kysely/migration';
import type { DatabaseKind } from '../database.ts';
import { initial } from './0001-initial.ts';
import { operation } from './0002-operation.ts';
import { idsInAnyCase } from './0003-ids-in-any-case.ts';

/** Every migration, ordered by name. */
export function migrationsFor(kind: DatabaseKind): Record<string, Migration> {
  return { '0001-initial': initial, '0002-operation': operation(kind), '0003-ids-in-any-case': idsInAnyCase };
}
