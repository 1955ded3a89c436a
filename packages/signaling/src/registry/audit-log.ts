/** @module Decisions about access, written in batches; whoever decides waits when the database is behind. */
import { EdgeError } from '@longwire/protocol';
import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import type { AuditEvent } from '../ports/audit.ts';
import type { AuditEntry, AuditLog, AuditQuery, AuditRetention } from '../ports/audit-log.ts';
import { marksOf, toEntry, toRow, type AuditMark, type AuditRow } from './audit-row.ts';
import type { Queries, ReportTrouble } from './database.ts';
import { parseLimit } from './names.ts';
import type { RegistrySchema } from './schema.ts';
import { afterTimeout, breathe, type After } from './timer.ts';
import { toError } from './to-error.ts';

/** How long a row waits for others, in milliseconds. */
const BATCH_MS = 100;

/** Rows that are written at once. Reason: a statement of a few milliseconds. */
const BATCH_ROWS = 200;

/** Rows that wait while the database is behind; then whoever decides waits. Reason: a few megabytes, some seconds of logins. */
const MAX_QUEUED_ROWS = 10_000;

/** Time until the next try after one that failed, in milliseconds. */
const RETRY_MS = 1_000;

/** Old rows that are removed at once, so that others get their turn in between. */
const PRUNE_ROWS = 1_000;

/** What the audit table needs. */
export interface StoredAuditLogOptions {
  readonly db: Queries;
  readonly now: () => number;
  readonly report: ReportTrouble;
  /** Runs a task later; default setTimeout. */
  readonly after?: After;
}

/** The audit table in the database. */
export class StoredAuditLog implements AuditLog {
  readonly #options: Required<StoredAuditLogOptions>;
  readonly #queue: AuditRow[] = [];
  /** Rows that were written since the start. */
  #written = 0;
  #room: PromiseWithResolvers<void> = Promise.withResolvers();
  #timer: Disposable | undefined;
  #writing: Promise<void> | undefined;
  /** The timer is that of a full batch. */
  #isHurried = false;
  #isFailing = false;
  #isClosed = false;

  constructor(options: StoredAuditLogOptions) {
    this.#options = { after: afterTimeout, ...options };
  }

  get backlog(): number {
    return this.#queue.length;
  }

  async record(event: AuditEvent): Promise<void> {
    const row = toRow(event, this.#options.now());
    while (this.#queue.length >= MAX_QUEUED_ROWS && !this.#isClosed) await this.#room.promise;
    if (this.#isClosed) throw new EdgeError('ERR_STATE', 'audit log expected to be open');
    this.#queue.push(row);
    this.#schedule();
  }

  async flush(): Promise<void> {
    const goal = this.#written + this.#queue.length;
    while (this.#written < goal) {
      await this.#write();
      await breathe();
    }
  }

  async list({ before, limit, ...filter }: AuditQuery): Promise<AuditEntry[]> {
    await this.flush();
    const [rarest, ...others] = marksOf(filter);
    let query = this.#options.db.selectFrom('audit').selectAll();
    if (rarest !== undefined) query = query.where(indexed(rarest), '=', rarest.value);
    for (const mark of others) {
      // behind a function, where no index is: SQLite knows no numbers of rows, and would take any of them
      query = query.where(sql`coalesce(${indexed(mark)}, '')`, '=', mark.value);
    }
    const rows = await query
      .where('seq', '<', before ?? Number.MAX_SAFE_INTEGER)
      .orderBy('seq', 'desc')
      .limit(parseLimit(limit))
      .execute();
    return rows.map((row) => toEntry(row));
  }

  /** Each way goes by an index, a few rows at once: a table of a million rows is not read to find nothing. */
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

  /** Takes no more and writes what is queued; what cannot be written is reported. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#room.resolve();
    this.#timer?.[Symbol.dispose]();
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
      await breathe();
    }
  }

  #schedule(): void {
    if (this.#writing !== undefined || this.#isClosed || this.#queue.length === 0) return;
    const isFull = this.#queue.length >= BATCH_ROWS && !this.#isFailing;
    if (isFull && !this.#isHurried) {
      this.#isHurried = true;
      this.#timer?.[Symbol.dispose]();
      this.#timer = this.#options.after(0, () => this.#writeInBackground());
    }
    const ms = this.#isFailing ? RETRY_MS : BATCH_MS;
    this.#timer ??= this.#options.after(ms, () => this.#writeInBackground());
  }

  #writeInBackground(): void {
    this.#timer?.[Symbol.dispose]();
    this.#timer = undefined;
    this.#isHurried = false;
    // what fails was reported and is tried again
    this.#write().catch(() => undefined);
  }

  #write(): Promise<void> {
    this.#writing ??= this.#writeBatch().finally(() => {
      this.#writing = undefined;
      this.#schedule();
    });
    return this.#writing;
  }

  async #writeBatch(): Promise<void> {
    const rows = this.#queue.slice(0, BATCH_ROWS);
    if (rows.length === 0) return;
    try {
      await this.#options.db.insertInto('audit').values(rows).execute();
    } catch (error) {
      if (!this.#isFailing) this.#options.report(toError(error), 'audit table: rows wait to be written');
      this.#isFailing = true;
      throw error;
    }
    this.#isFailing = false;
    this.#written += rows.length;
    this.#queue.splice(0, rows.length);
    this.#room.resolve();
    this.#room = Promise.withResolvers();
  }
}

/** The expression of a column that its index has. */
function indexed(mark: AuditMark): RawBuilder<unknown> {
  return 'folded' in mark ? sql`lower(${sql.ref(mark.folded)})` : sql.ref(mark.column);
}
