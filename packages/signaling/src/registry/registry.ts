/** @module Creates the registry: products, devices, tokens, operators and the audit log. */
import type { Registry, RegistryStores } from '../ports/registry.ts';
import { StoredApiKeys } from './api-keys.ts';
import { StoredAuditLog } from './audit-log.ts';
import { toRow } from './audit-row.ts';
import { StoredChanges } from './changes.ts';
import { databaseKind, type Database, type ReportError, type Write } from './database.ts';
import { StoredDevices } from './devices.ts';
import { exportAll } from './export.ts';
import { importAll } from './import.ts';
import { BatchedLastSeen } from './last-seen.ts';
import { StoredOperators } from './operators.ts';
import { StoredOperatorSessions } from './operator-sessions.ts';
import type { PasswordHasher } from './password-hash.ts';
import { loadPushKey } from './push-key.ts';
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
  return databaseKind(text) === 'postgres' ? openPostgres(text, report) : openSqlite(text);
}

function createRegistry(
  database: Database,
  now: () => number,
  report: ReportError,
  passwords: PasswordHasher | undefined,
): Registry {
  const { db, kind } = database;
  const stores = storesOf(database, now, passwords);
  const storesWithin = (write: Write): RegistryStores =>
    storesOf({ ...database, db: write, change: async (task) => await task(write) }, now, passwords);
  const { devices, tokens, operatorSessions } = stores;
  const audit = new StoredAuditLog({ db, kind, now, report });
  const lastSeen = new BatchedLastSeen({ devices, now, report });
  const changes = new StoredChanges(db, now);
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> =>
    (closing ??= (async () => {
      await audit.close();
      await lastSeen.close();
      await database.close();
    })());
  return {
    ...stores,
    lastSeen,
    changes,
    audit,
    async recorded(act) {
      // Earlier decisions have earlier rows.
      await audit.flush();
      return await database.change(async (write) => {
        const { result, event } = await act(storesWithin(write));
        if (event !== undefined) await write.insertInto('audit').values(toRow(event, now())).execute();
        return result;
      });
    },
    pushKey: () => loadPushKey(database, now),
    async ready() {
      database.requireInPlace();
      await db.selectFrom('products').select('product_id').limit(1).execute();
    },
    exportAll: () => exportAll(database, now),
    importAll: async (lines, eventOf) =>
      importAll(database, lines, async (result, write) => {
        const event = await eventOf?.(result, storesWithin(write));
        return event && toRow(event, now());
      }),
    async prune() {
      await changes.prune();
      await operatorSessions.prune();
      await tokens.prune();
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** The stores on a database, or within a transaction of it. */
function storesOf(
  database: Database,
  now: () => number,
  passwords: PasswordHasher | undefined,
): RegistryStores & {
  readonly devices: StoredDevices;
  readonly tokens: StoredTokens;
  readonly operatorSessions: StoredOperatorSessions;
} {
  return {
    products: new StoredProducts(database, now),
    devices: new StoredDevices(database, now),
    tokens: new StoredTokens(database, now),
    operators: new StoredOperators(database, now, passwords),
    apiKeys: new StoredApiKeys(database.db, now),
    operatorSessions: new StoredOperatorSessions(database, now),
  };
}
