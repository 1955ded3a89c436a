/** @module Opens a database. */
import type { Database, ReportError } from './database.ts';
import { openPostgres } from './postgres-database.ts';
import { openSqlite } from './sqlite-database.ts';

/** Opens a SQLite file or a `postgres://` URL. @throws EdgeError ERR_DATABASE */
export async function openDatabase(text: string, report: ReportError): Promise<Database> {
  return /^postgres(?:ql)?:\/\//i.test(text) ? openPostgres(text, report) : openSqlite(text);
}
