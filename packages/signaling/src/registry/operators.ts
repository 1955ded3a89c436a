/** @module Stores operators. */
import { EdgeError } from '@longwire/protocol';
import type { Selectable, SelectQueryBuilder } from 'kysely';
import type {
  HashedPassword,
  NewOperator,
  Operator,
  OperatorChange,
  Operators,
  VerifiedOperator,
} from '../ports/operators.ts';
import type { Database, Queries } from './database.ts';
import { isPrincipal, parsePrincipal, parseRole } from './names.ts';
import { PasswordHasher } from './password-hash.ts';
import type { OperatorTable, RegistrySchema } from './schema.ts';

/** Password length limits, in UTF-8 bytes. Reason: it protects every device, and scrypt reads all of it. */
const MIN_PASSWORD_BYTES = 12;
const MAX_PASSWORD_BYTES = 256;

/** The operators in the database. */
export class StoredOperators implements Operators {
  readonly #database: Database;
  readonly #db: Queries;
  readonly #now: () => number;
  readonly #hasher: PasswordHasher;

  constructor(database: Database, now: () => number, hasher: PasswordHasher = new PasswordHasher()) {
    this.#database = database;
    this.#db = database.db;
    this.#now = now;
    this.#hasher = hasher;
  }

  async add({ name, role, password }: NewOperator): Promise<void> {
    const row = {
      name: parsePrincipal(name),
      role: parseRole(role),
      password_hash: await this.#hashOf(password),
      is_enabled: 1,
      created_at: this.#now(),
    };
    const added = await this.#db
      .insertInto('operators')
      .values(row)
      .onConflict((on) => on.doNothing())
      .executeTakeFirst();
    if (added.numInsertedOrUpdatedRows === 0n) {
      throw new EdgeError('ERR_ALREADY_EXISTS', `operator ${name} already exists`);
    }
  }

  async setPassword(name: string, password: string | HashedPassword): Promise<void> {
    await this.#update(name, { password_hash: await this.#hashOf(password) });
  }

  async hash(password: string): Promise<HashedPassword> {
    return { hash: await this.#hashOf(password) };
  }

  async change(name: string, { role, isEnabled }: OperatorChange): Promise<void> {
    // Sets the name too, so that an empty change is a valid statement.
    await this.#update(name, {
      name,
      ...(role === undefined ? {} : { role: parseRole(role) }),
      ...(isEnabled === undefined ? {} : { is_enabled: isEnabled ? 1 : 0 }),
    });
  }

  /** Deletes the operator; their sessions cascade. */
  async remove(name: string): Promise<void> {
    if (!isPrincipal(name)) throw missingOperator();
    await this.#database.change(async (db) => {
      const wasAdmin = await isLockedAdmin(db, name);
      const { numDeletedRows } = await db.deleteFrom('operators').where('name', '=', name).executeTakeFirst();
      if (numDeletedRows === 0n) throw missingOperator();
      if (wasAdmin) await requireAdmin(db);
    });
  }

  async list(): Promise<Operator[]> {
    const rows = await this.#db.selectFrom('operators').selectAll().orderBy('name').execute();
    return rows.map((row) => toOperator(row));
  }

  async get(name: string): Promise<Operator | undefined> {
    const row = await this.#find(name);
    return row === undefined ? undefined : toOperator(row);
  }

  async verify(name: string, password: string): Promise<VerifiedOperator | undefined> {
    const row = await this.#find(name);
    const isLong = Buffer.byteLength(password) > MAX_PASSWORD_BYTES;
    const isRight = await this.#hasher.verify(isLong ? '' : password, row?.password_hash);
    if (row === undefined || !isRight || row.is_enabled === 0) return undefined;
    if (!this.#hasher.isOutdated(row.password_hash)) return toVerified(row, row.password_hash);
    const hash = await this.#rehash(row, password);
    return hash === undefined ? await this.verify(name, password) : toVerified(row, hash);
  }

  async isCurrent({ name, password: { hash } }: VerifiedOperator): Promise<boolean> {
    const row = await this.#find(name);
    return row?.password_hash === hash && row.is_enabled === 1;
  }

  /** Stores a hash with current parameters; undefined if the stored one has changed in the meantime. */
  async #rehash(
    { name, password_hash: before }: Selectable<OperatorTable>,
    password: string,
  ): Promise<string | undefined> {
    const password_hash = await this.#hasher.hash(password);
    const { numUpdatedRows } = await this.#db
      .updateTable('operators')
      .set({ password_hash })
      .where('name', '=', name)
      .where('password_hash', '=', before)
      .executeTakeFirst();
    return numUpdatedRows === 0n ? undefined : password_hash;
  }

  async #find(name: string): Promise<Selectable<OperatorTable> | undefined> {
    if (!isPrincipal(name)) return undefined;
    return this.#db.selectFrom('operators').selectAll().where('name', '=', name).executeTakeFirst();
  }

  async #hashOf(password: string | HashedPassword): Promise<string> {
    return typeof password === 'string' ? await this.#hasher.hash(parsePassword(password)) : password.hash;
  }

  /**
   * Updates an operator. A new password or disabling ends their sessions; a change that could remove the last
   * admin is checked.
   */
  async #update(
    name: string,
    set: Partial<Pick<OperatorTable, 'name' | 'role' | 'is_enabled' | 'password_hash'>>,
  ): Promise<void> {
    if (!isPrincipal(name)) throw missingOperator();
    const isWeaker = set.is_enabled === 0 || (set.role !== undefined && set.role !== 'admin');
    const endsSessions = set.is_enabled === 0 || set.password_hash !== undefined;
    await this.#database.change(async (db) => {
      const wasAdmin = isWeaker && (await isLockedAdmin(db, name));
      const { numUpdatedRows } = await db
        .updateTable('operators')
        .set(set)
        .where('name', '=', name)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw missingOperator();
      if (wasAdmin) await requireAdmin(db);
      if (endsSessions) await db.deleteFrom('operator_sessions').where('name', '=', name).execute();
    });
  }
}

/**
 * Whether `name` is an enabled admin. Locks the row with a no-op update until the transaction ends, so that
 * two concurrent changes cannot remove the last two admins.
 */
async function isLockedAdmin(db: Queries, name: string): Promise<boolean> {
  await db.updateTable('operators').set({ role: 'admin' }).where('role', '=', 'admin').execute();
  const row = await enabledAdmins(db).where('name', '=', name).executeTakeFirst();
  return row !== undefined;
}

/** @throws EdgeError ERR_CONFLICT */
async function requireAdmin(db: Queries): Promise<void> {
  const admin = await enabledAdmins(db).executeTakeFirst();
  if (admin === undefined)
    throw new EdgeError('ERR_CONFLICT', 'the last enabled admin cannot lose this role');
}

function enabledAdmins(db: Queries): SelectQueryBuilder<RegistrySchema, 'operators', { name: string }> {
  return db.selectFrom('operators').select('name').where('role', '=', 'admin').where('is_enabled', '=', 1);
}

/** Converts a row, without its hash. */
export function toOperator(row: Omit<Selectable<OperatorTable>, 'password_hash'>): Operator {
  return {
    name: row.name,
    role: parseRole(row.role),
    isEnabled: row.is_enabled === 1,
    createdAt: row.created_at,
  };
}

function toVerified(row: Selectable<OperatorTable>, hash: string): VerifiedOperator {
  return { ...toOperator(row), password: { hash } };
}

/** @throws EdgeError ERR_PASSWORD_LENGTH */
function parsePassword(text: string): string {
  const bytes = Buffer.byteLength(text);
  if (bytes >= MIN_PASSWORD_BYTES && bytes <= MAX_PASSWORD_BYTES) return text;
  throw new EdgeError(
    'ERR_PASSWORD_LENGTH',
    `password must have ${MIN_PASSWORD_BYTES} to ${MAX_PASSWORD_BYTES} bytes, got ${bytes}`,
  );
}

/** The error of an operator who does not exist. */
export function missingOperator(): EdgeError {
  return new EdgeError('ERR_NOT_FOUND', 'no operator with this name');
}
