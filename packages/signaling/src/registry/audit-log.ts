/** @module Writes access decisions: those made while rows are being written share the next statement. Each decision waits for its row. */
import { clockOf, EdgeError, toError, type Clock } from '@longwire/protocol';
import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import type { AuditEvent } from '../ports/audit.ts';
import type { AuditEntry, AuditLog, AuditQuery, AuditRetention } from '../ports/audit-log.ts';
import { conditionsOf, toEntry, toRow, type AuditCondition, type AuditRow } from './audit-row.ts';
import type { DatabaseKind, Queries, ReportError } from './database.ts';
import { parseLimit } from './names.ts';
import type { RegistrySchema } from './schema.ts';
import { yieldToEventLoop } from './yield-to-event-loop.ts';

/** Rows per statement. Reason: takes a few milliseconds. */
const BATCH_ROWS = 200;

/** Most queued rows of a database that fails; beyond this, decisions wait. Reason: a few megabytes, some seconds of logins. */
const MAX_QUEUED_ROWS = 10_000;

/** Delay before retrying a failed write, in milliseconds. */
const RETRY_MS = 1_000;

/** Old rows removed per statement, so that other work gets its turn in between. */
const PRUNE_ROWS = 1_000;

/** Options of {@link StoredAuditLog}. */
export interface StoredAuditLogOptions {
  readonly db: Queries;
  readonly kind: DatabaseKind;
  readonly now: () => number;
  readonly report: ReportError;
  readonly clock?: Pick<Clock, 'schedule'>;
}

/** The audit table in the database. */
export class StoredAuditLog implements AuditLog {
  readonly #options: Required<StoredAuditLogOptions>;
  readonly #queue: AuditRow[] = [];
  /** Rows written since the start. */
  #written = 0;
  /** Resolves when a statement has ended, either way. */
  #progress: PromiseWithResolvers<void> = Promise.withResolvers();
  #stopTimer: (() => void) | undefined;
  #writing: Promise<void> | undefined;
  #isFailing = false;
  #isClosed = false;

  constructor(options: StoredAuditLogOptions) {
    this.#options = { clock: clockOf(globalThis), ...options };
  }

  get backlog(): number {
    return this.#queue.length;
  }

  /** A database that fails, a full disk for instance, does not hold decisions up: their rows wait for it. */
  async record(event: AuditEvent): Promise<void> {
    const row = toRow(event, this.#options.now());
    while (this.#queue.length >= MAX_QUEUED_ROWS && !this.#isClosed) await this.#progress.promise;
    if (this.#isClosed) throw new EdgeError('ERR_STATE', 'the audit log is closed');
    this.#queue.push(row);
    const goal = this.#written + this.#queue.length;
    this.#schedule();
    while (this.#written < goal && !this.#isFailing && !this.#isClosed) await this.#progress.promise;
  }

  async flush(): Promise<void> {
    const goal = this.#written + this.#queue.length;
    while (this.#written < goal) {
      await this.#write();
      await yieldToEventLoop();
    }
  }

  async list({ before, limit, ...filter }: AuditQuery): Promise<AuditEntry[]> {
    await this.flush();
    const [rarest, ...others] = conditionsOf(filter);
    let query = this.#options.db.selectFrom('audit').selectAll();
    if (rarest !== undefined) query = query.where(indexed(rarest), '=', rarest.value);
    for (const mark of others) {
      // wrapped in a function so that no index applies: SQLite has no row statistics and might pick the wrong
      // one
      query = query.where(sql`coalesce(${indexed(mark)}, '')`, '=', mark.value);
    }
    const rows = await query
      .where('seq', '<', before ?? Number.MAX_SAFE_INTEGER)
      .orderBy('seq', 'desc')
      .limit(parseLimit(limit))
      .execute();
    return rows.map((row) => toEntry(row));
  }

  /** Uses an index and small batches, so that a table of a million rows is never scanned for nothing. */
  async prune({ olderThan, keepRows }: AuditRetention): Promise<number> {
    const newest = await this.#options.db
      .selectFrom('audit')
      .select('seq')
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst();
    const rows = this.#options.db.selectFrom('audit').select('seq').limit(PRUNE_ROWS);
    const surplus = rows.where('seq', '<=', (newest?.seq ?? 0) - keepRows).orderBy('seq');
    const old = rows.where('at', '<', olderThan).orderBy('at');
    return (await this.#remove(surplus)) + (await this.#remove(old));
  }

  /** Refuses new rows and writes the queued ones; reports those that cannot be written. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#progress.resolve();
    this.#stopTimer?.();
    try {
      await this.flush();
    } catch (error) {
      this.#options.report(toError(error), `audit table: ${this.#queue.length} rows are lost`);
    }
  }

  async #remove(rows: SelectQueryBuilder<RegistrySchema, 'audit', { seq: number }>): Promise<number> {
    for (let removed = 0; ;) {
      const { numDeletedRows } = await this.#options.db
        .deleteFrom('audit')
        .where('seq', 'in', rows)
        .executeTakeFirst();
      removed += Number(numDeletedRows);
      if (numDeletedRows < PRUNE_ROWS) return removed;
      await yieldToEventLoop();
    }
  }

  /** Writes at once; after a failure later. */
  #schedule(): void {
    if (this.#writing !== undefined || this.#isClosed || this.#queue.length === 0) return;
    if (this.#isFailing)
      this.#stopTimer ??= this.#options.clock.schedule(RETRY_MS, () => this.#writeInBackground());
    else this.#writeInBackground();
  }

  #writeInBackground(): void {
    this.#stopTimer?.();
    this.#stopTimer = undefined;
    // the failure was reported and the write is retried
    this.#write().catch(() => undefined);
  }

  #write(): Promise<void> {
    this.#writing ??= this.#writeBatch().finally(() => {
      this.#writing = undefined;
      this.#schedule();
      this.#progress.resolve();
      this.#progress = Promise.withResolvers();
    });
    return this.#writing;
  }

  async #writeBatch(): Promise<void> {
    // The decisions of one turn of the event loop share a statement.
    await yieldToEventLoop();
    const rows = this.#queue.slice(0, BATCH_ROWS);
    if (rows.length === 0) return;
    try {
      await this.#number(rows);
      await this.#options.db
        .insertInto('audit')
        .values(rows)
        .onConflict((conflict) => conflict.column('seq').doNothing())
        .execute();
    } catch (error) {
      if (!this.#isFailing) this.#options.report(toError(error), 'audit table: rows wait to be written');
      this.#isFailing = true;
      throw error;
    }
    this.#isFailing = false;
    this.#written += rows.length;
    this.#queue.splice(0, rows.length);
  }

  /**
   * A PostgreSQL server carries out a statement that it has received, although the connection was lost before the reply:
   * rows with numbers can be written again without being there twice. SQLite runs in this process.
   */
  async #number(rows: readonly AuditRow[]): Promise<void> {
    const { db, kind } = this.#options;
    const unnumbered = rows.filter(({ seq }) => seq === undefined);
    if (kind === 'sqlite' || unnumbered.length === 0) return;
    const numbers = await sql<{ seq: number }>`select nextval(pg_get_serial_sequence('audit', 'seq')) as seq
      from generate_series(1, ${unnumbered.length}::integer)`.execute(db);
    for (const [at, row] of unnumbered.entries()) row.seq = numbers.rows[at]?.seq;
  }
}

/** The indexed expression of a column. */
function indexed(mark: AuditCondition): RawBuilder<unknown> {
  return 'folded' in mark ? sql`lower(${sql.ref(mark.folded)})` : sql.ref(mark.column);
}
