/** @module The audit table, as a port. */
import type { Audit, AuditEvent } from './audit.ts';

/** A stored decision. */
export interface AuditEntry extends AuditEvent {
  readonly seq: number;
  readonly at: number;
}

/** Filter of decisions, newest first. */
export interface AuditQuery {
  /** Only rows before this number: the last one of the previous page. */
  readonly before?: number | undefined;
  /** 1 to 1,000. */
  readonly limit: number;
  readonly action?: string | undefined;
  readonly outcome?: AuditEvent['outcome'] | undefined;
  readonly productId?: string | undefined;
  readonly deviceId?: string | undefined;
  readonly actor?: string | undefined;
}

/** How much is kept. */
export interface AuditRetention {
  /** Rows before this time are removed, in milliseconds since the epoch. */
  readonly olderThan: number;
  /** Number of newest rows kept at most. */
  readonly keepRows: number;
}

/** The audit table: append-only except for old rows. */
export interface AuditLog extends Audit {
  /** Rows that wait to be written. */
  readonly backlog: number;
  /** Writes queued rows first. */
  list(query: AuditQuery): Promise<AuditEntry[]>;
  /** Writes all queued rows. @throws EdgeError ERR_DATABASE; the rows stay queued */
  flush(): Promise<void>;
  /** Removes old rows; returns their number. */
  prune(retention: AuditRetention): Promise<number>;
}
