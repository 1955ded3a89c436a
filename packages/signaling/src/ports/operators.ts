/** @module Port for operators and API keys. */

/** viewer reads; manager changes products, devices and tokens and ends sessions; admin also operators, API keys, export and import. */
export type Role = 'viewer' | 'manager' | 'admin';

/** Every role, weakest first. */
export const ROLES: readonly Role[] = ['viewer', 'manager', 'admin'];

/** A person who operates the service. */
export interface Operator {
  readonly name: string;
  readonly role: Role;
  readonly isEnabled: boolean;
  readonly createdAt: number;
}

/** An operator, with the password that was verified. */
export interface VerifiedOperator extends Operator {
  readonly password: HashedPassword;
}

/** An operator to add. */
export interface NewOperator {
  readonly name: string;
  readonly role: Role;
  readonly password: string | HashedPassword;
}

/** A password that is hashed already: hashing takes longer than a transaction should. */
export interface HashedPassword {
  readonly hash: string;
}

/** A change of an operator; absent fields stay unchanged. */
export interface OperatorChange {
  readonly role?: Role | undefined;
  readonly isEnabled?: boolean | undefined;
}

/** The operators. */
export interface Operators {
  /** @throws EdgeError ERR_NAME_FORMAT, ERR_PASSWORD_LENGTH, ERR_ALREADY_EXISTS */
  add(operator: NewOperator): Promise<void>;
  /**
   * Sets a password and ends the operator's sessions. @throws EdgeError ERR_PASSWORD_LENGTH, ERR_NOT_FOUND
   */
  setPassword(name: string, password: string | HashedPassword): Promise<void>;
  /** Hashes a password. @throws EdgeError ERR_PASSWORD_LENGTH */
  hash(password: string): Promise<HashedPassword>;
  /**
   * Applies the change atomically; disabling ends the operator's sessions. @throws EdgeError ERR_NOT_FOUND,
   * ERR_CONFLICT if no enabled admin would be left
   */
  change(name: string, change: OperatorChange): Promise<void>;
  /** @throws EdgeError ERR_NOT_FOUND, ERR_CONFLICT if no enabled admin would be left */
  remove(name: string): Promise<void>;
  list(): Promise<Operator[]>;
  get(name: string): Promise<Operator | undefined>;
  /**
   * The enabled operator with this password, or undefined; takes the same time for an unknown name. @throws
   * EdgeError ERR_LOGIN_THROTTLED if too many passwords are being checked
   */
  verify(name: string, password: string): Promise<VerifiedOperator | undefined>;
  /**
   * Whether the operator still is enabled and has this password. Verifying takes seconds, in which either may
   * change: what follows from it asks again, in its own transaction.
   */
  isCurrent(operator: VerifiedOperator): Promise<boolean>;
}

/** A program's key. */
export interface ApiKey {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly createdAt: number;
  /** undefined: valid until revoked. */
  readonly expiresAt: number | undefined;
  readonly isRevoked: boolean;
}

/** An API key to create. */
export interface NewApiKey {
  readonly name: string;
  readonly role: Role;
  readonly lifetimeMs?: number | undefined;
}

/** The API keys. */
export interface ApiKeys {
  /**
   * Creates a key; its value is returned once and not stored. @throws EdgeError ERR_NAME_FORMAT,
   * ERR_LIFETIME, ERR_ALREADY_EXISTS if an unrevoked key has this name
   */
  add(key: NewApiKey): Promise<{ readonly id: string; readonly value: string }>;
  /** @throws EdgeError ERR_NOT_FOUND */
  revoke(id: string): Promise<void>;
  list(): Promise<ApiKey[]>;
  /** The valid key with this value. */
  find(value: string): Promise<ApiKey | undefined>;
}

/** The browser sessions of operators. */
export interface OperatorSessions {
  /**
   * Starts a session; its value is returned once and not stored. @throws EdgeError ERR_NOT_FOUND,
   * ERR_LIFETIME
   */
  add(name: string, lifetimeMs: number): Promise<string>;
  /** The operator with the current role, if both session and operator are valid. */
  find(value: string): Promise<Operator | undefined>;
  /** Extends a valid session by the idle time, up to its absolute lifetime since the login. */
  extend(value: string, lifetime: { readonly idleMs: number; readonly absoluteMs: number }): Promise<void>;
  remove(value: string): Promise<void>;
}
