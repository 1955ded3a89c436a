/** @module The audit table, as a port. */
import type { Audit, AuditEvent } from './audit.ts';

/** A kept decision. */
export interface AuditEntry extends AuditEvent {
  readonly seq: number;
  readonly at: number;
}

/** Which decisions, newest first. */
export interface AuditQuery {
  /** Those before this number: the last one of the page before. */
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
  /** Rows before this time go, in milliseconds since the epoch. */
  readonly olderThan: number;
  /** So many of the newest stay at most. */
  readonly keepRows: number;
}

/** The audit table: append only, but for rows that are old. */
export interface AuditLog extends Audit {
  /** Rows that wait to be written. */
  readonly backlog: number;
  /** What was recorded up to now is written first. */
  list(query: AuditQuery): Promise<AuditEntry[]>;
  /** Writes what was recorded up to now. @throws EdgeError ERR_DATABASE; the rows stay queued. */
  flush(): Promise<void>;
  /** Removes old rows; returns how many. */
  prune(retention: AuditRetention): Promise<number>;
}
