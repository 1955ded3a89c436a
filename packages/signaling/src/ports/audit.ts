/** @module The record of every decision about access, as a port. */

/** Who decided, about whom, and how; ids of tokens and never their values. */
export interface AuditEvent {
  /** What was decided, as `<what>.<verb>`: `client.login`, `device.attach`, `token.revoke`, `operator.login`. */
  readonly action: string;
  readonly outcome: 'allowed' | 'refused';
  /** Who asked: `client`, `device`, `cli`, or an operator or API key by its name. */
  readonly actor: string;
  readonly productId?: string | undefined;
  readonly deviceId?: string | undefined;
  readonly tokenId?: string | undefined;
  readonly address?: string | undefined;
  /** Ties the row to the log lines of one request or socket. */
  readonly requestId?: string | undefined;
  /** Why, in words for people. */
  readonly detail?: string | undefined;
}

/** Takes decisions; append only. */
export interface Audit {
  /** Resolves at once while the record keeps up, and when there is room again while it does not. */
  record(event: AuditEvent): Promise<void>;
}
