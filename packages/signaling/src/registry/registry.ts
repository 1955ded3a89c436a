/** @module What the service knows: products, devices, tokens, operators, and what was decided. */
import type { Registry } from '../ports/registry.ts';
import { StoredApiKeys } from './api-keys.ts';
import { StoredAuditLog } from './audit-log.ts';
import { StoredChanges } from './changes.ts';
import type { Database, ReportTrouble } from './database.ts';
import { StoredDevices } from './devices.ts';
import { exportAll } from './export.ts';
import { importAll } from './import.ts';
import { BatchedLastSeen } from './last-seen.ts';
import { openDatabase } from './open-database.ts';
import { StoredOperators } from './operators.ts';
import { StoredOperatorSessions } from './operator-sessions.ts';
import { StoredProducts } from './products.ts';
import { StoredTokens } from './tokens.ts';

/** What an open registry may be told. */
export interface RegistryOptions {
  /** Takes what goes wrong where nobody waits for an answer; default nobody is told. */
  readonly report?: ReportTrouble;
}

/**
 * Opens the registry: a file, made if there is none, or a PostgreSQL database (`postgres://…`); it is brought to the
 * current schema. @throws EdgeError ERR_DATABASE
 */
export async function openRegistry(
  text: string,
  now: () => number = Date.now,
  { report = () => undefined }: RegistryOptions = {},
): Promise<Registry> {
  return createRegistry(await openDatabase(text, report), now, report);
}

function createRegistry(database: Database, now: () => number, report: ReportTrouble): Registry {
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
    operators: new StoredOperators(db, now),
    apiKeys: new StoredApiKeys(db, now),
    operatorSessions,
    async ready() {
      await db.selectFrom('products').select('product_id').limit(1).execute();
    },
    exportAll: () => exportAll(database, now),
    importAll: async (lines) => importAll(database, lines),
    async housekeep() {
      await changes.prune();
      await operatorSessions.prune();
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
