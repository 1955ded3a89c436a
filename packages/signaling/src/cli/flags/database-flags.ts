/** @module The database options that every command has. */
import type { FlagGroup } from './flag-group.ts';
import { fileOption, option } from './option.ts';

/** Values parsed by commander. */
export interface DatabaseFlags {
  readonly database: string;
}

/** The database. */
export const databaseFlags: FlagGroup<DatabaseFlags> = {
  heading: 'Database:',
  options: () => [
    option('--database <file|url>', "the registry's SQLite file, or a postgres:// URL")
      .default('longwire-signaling.db')
      .alsoFrom('DATABASE_URL'),
    fileOption('database'),
  ],
  toService: ({ database }) => ({ database }),
};
