/** @module Port for the registry. */
import type { AuditLog } from './audit-log.ts';
import type { Changes } from './changes.ts';
import type { Devices, LastSeen } from './devices.ts';
import type { ApiKeys, Operators, OperatorSessions } from './operators.ts';
import type { Products } from './products.ts';
import type { Tokens } from './tokens.ts';

/** Result of an import. */
export interface ImportResult {
  readonly added: number;
  /** Identical rows that were already present. */
  readonly unchanged: number;
}

/** An open registry. Every method throws EdgeError ERR_DATABASE if the database cannot be read or written. */
export interface Registry extends AsyncDisposable {
  readonly products: Products;
  readonly devices: Devices;
  readonly lastSeen: LastSeen;
  readonly tokens: Tokens;
  readonly changes: Changes;
  readonly audit: AuditLog;
  readonly operators: Operators;
  readonly apiKeys: ApiKeys;
  readonly operatorSessions: OperatorSessions;
  /** Resolves if the database responds. @throws EdgeError ERR_DATABASE */
  ready(): Promise<void>;
  /**
   * A consistent snapshot of every product, issuer, device, token, operator and API key as JSON lines, with
   * hashes instead of secrets.
   */
  exportAll(): AsyncIterable<string>;
  /**
   * Adds the export of another registry, all or nothing. @throws EdgeError ERR_IMPORT for an invalid export,
   * or one that conflicts with existing rows
   */
  importAll(lines: AsyncIterable<string> | Iterable<string>): Promise<ImportResult>;
  /** Removes outdated rows: old changes and expired sessions. */
  prune(): Promise<void>;
  /** Writes what is queued, then closes; a second call waits for the first. */
  close(): Promise<void>;
}
