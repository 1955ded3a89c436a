/** @module Port for the record of access decisions. */

/** Who decided what about whom; contains ids of tokens, never their values. */
export interface AuditEvent {
  /**
   * The decision as `<subject>.<verb>`: `client.login`, `device.attach`, `token.revoke`, `operator.login`.
   */
  readonly action: string;
  readonly outcome: 'allowed' | 'refused';
  /** The caller: `client`, `device`, `cli`, or the name of an operator or API key. */
  readonly actor: string;
  readonly productId?: string | undefined;
  readonly deviceId?: string | undefined;
  readonly tokenId?: string | undefined;
  readonly address?: string | undefined;
  /** Links the row to the log lines of a request or socket. */
  readonly requestId?: string | undefined;
  /** The reason, as text. */
  readonly detail?: string | undefined;
}

/** Records decisions; append-only. */
export interface Audit {
  /** Resolves when the row is stored; while the database fails, when the queue has room for it. */
  record(event: AuditEvent): Promise<void>;
}
