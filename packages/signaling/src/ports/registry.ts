/** @module Port for the registry. */
import type { AuditEvent } from './audit.ts';
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

/** What a change may write. */
export type RegistryStores = Pick<
  Registry,
  'products' | 'devices' | 'tokens' | 'operators' | 'apiKeys' | 'operatorSessions'
>;

/** What came of a change, and its row of the audit record. */
export interface RecordedChange<T> {
  readonly result: T;
  /** Undefined if there was nothing to change. */
  readonly event: AuditEvent | undefined;
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
  /**
   * Makes a change through the stores that `act` gets, and writes its row of the audit record: both in one transaction, so that neither is
   * ever without the other. `act` uses no other store: its statements would wait for the end of the transaction.
   * @throws what `act` throws, and EdgeError ERR_DATABASE; then nothing is changed or recorded
   */
  recorded<T>(act: (stores: RegistryStores) => Promise<RecordedChange<T>>): Promise<T>;
  /** The private key that signs push messages, as a JSON Web Key; created at the first call. */
  pushKey(): Promise<string>;
  /** Resolves if the database responds. @throws EdgeError ERR_DATABASE */
  ready(): Promise<void>;
  /**
   * A consistent snapshot of every product, issuer, device, token, operator and API key as JSON lines, each with its newline, with
   * hashes instead of secrets.
   */
  exportAll(): AsyncIterable<string>;
  /**
   * Adds the export of another registry, all or nothing, with its row of the audit record. @throws what `eventOf` throws, and EdgeError
   * ERR_IMPORT for an invalid export, or one that conflicts with existing rows
   */
  importAll(
    lines: AsyncIterable<string> | Iterable<string>,
    eventOf?: (result: ImportResult, stores: RegistryStores) => Promise<AuditEvent | undefined>,
  ): Promise<ImportResult>;
  /** Removes outdated rows: old changes, expired sessions, and tokens that expired a month ago. */
  prune(): Promise<void>;
  /** Writes what is queued, then closes; a second call waits for the first. */
  close(): Promise<void>;
}
