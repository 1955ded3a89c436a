/** @module What the service knows, as a port. */
import type { AuditLog } from './audit-log.ts';
import type { Changes } from './changes.ts';
import type { Devices, LastSeen } from './devices.ts';
import type { ApiKeys, Operators, OperatorSessions } from './operators.ts';
import type { Products } from './products.ts';
import type { Tokens } from './tokens.ts';

/** What an import did. */
export interface ImportResult {
  readonly added: number;
  /** Rows that were there already, the same. */
  readonly unchanged: number;
}

/** An open registry. Every method throws EdgeError ERR_DATABASE when the database cannot be read or written. */
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
  /** Resolves while the database answers. @throws EdgeError ERR_DATABASE */
  ready(): Promise<void>;
  /** Every product, issuer, device, token, operator and API key, hashes for secrets, as JSON lines of one moment. */
  exportAll(): AsyncIterable<string>;
  /** Adds what another registry exported, all or nothing. @throws EdgeError ERR_IMPORT for what is not an export, or differs from what is here */
  importAll(lines: AsyncIterable<string> | Iterable<string>): Promise<ImportResult>;
  /** Removes what nobody needs any more: old changes, sessions that ended. */
  housekeep(): Promise<void>;
  /** Writes what is queued, then closes; a second call waits for the first. */
  close(): Promise<void>;
}
