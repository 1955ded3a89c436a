/** @module Creates the registry: products, devices, tokens, operators and the audit log. */
import type { Registry } from '../ports/registry.ts';
import { StoredApiKeys } from './api-keys.ts';
import { StoredAuditLog } from './audit-log.ts';
import { StoredChanges } from './changes.ts';
import type { Database, ReportError } from './database.ts';
import { StoredDevices } from './devices.ts';
import { exportAll } from './export.ts';
import { importAll } from './import.ts';
import { BatchedLastSeen } from './last-seen.ts';
import { StoredOperators } from './operators.ts';
import { StoredOperatorSessions } from './operator-sessions.ts';
import type { PasswordHasher } from './password-hash.ts';
import { StoredProducts } from './products.ts';
import { StoredTokens } from './tokens.ts';
import { openPostgres } from './postgres-database.ts';
import { openSqlite } from './sqlite-database.ts';

/** Options of {@link openRegistry}. */
export interface RegistryOptions {
  /** Receives errors that no caller is waiting for; default: ignored. */
  readonly report?: ReportError;
  /** Hashes the passwords of operators; default: one whose guesses are expensive. */
  readonly passwords?: PasswordHasher;
}

/**
 * Opens the registry, a file that is created if missing, or a PostgreSQL database (`postgres://…`), and
 * migrates it. @throws EdgeError ERR_DATABASE
 */
export async function openRegistry(
  text: string,
  now: () => number = Date.now,
  { report = () => undefined, passwords }: RegistryOptions = {},
): Promise<Registry> {
  return createRegistry(await openDatabase(text, report), now, report, passwords);
}

/** Opens a SQLite file or a `postgres://` URL. @throws EdgeError ERR_DATABASE */
export async function openDatabase(text: string, report: ReportError): Promise<Database> {
  return /^postgres(?:ql)?:\/\//i.test(text) ? openPostgres(text, report) : openSqlite(text);
}

function createRegistry(
  database: Database,
  now: () => number,
  report: ReportError,
  passwords: PasswordHasher | undefined,
): Registry {
  const { db } = database;
  const devices = new StoredDevices(database, now);
  const audit = new StoredAuditLog({ db, now, report });
  const lastSeen = new BatchedLastSeen({ devices, now, report });
  const changes = new StoredChanges(db, now);
  const operatorSessions = new StoredOperatorSessions(db, now);
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> =>
    (closing ??= (async () => {
      await audit.close();
      await lastSeen.close();
      await database.close();
    })());
  return {
    products: new StoredProducts(database, now),
    devices,
    lastSeen,
    tokens: new StoredTokens(database, now),
    changes,
    audit,
    operators: new StoredOperators(db, now, passwords),
    apiKeys: new StoredApiKeys(db, now),
    operatorSessions,
    async ready() {
      await db.selectFrom('products').select('product_id').limit(1).execute();
    },
    exportAll: () => exportAll(database, now),
    importAll: async (lines) => importAll(database, lines),
    async prune() {
      await changes.prune();
      await operatorSessions.prune();
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
