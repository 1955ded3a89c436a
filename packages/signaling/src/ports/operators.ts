/** @module People and programs that run the service, as a port. */

/** viewer reads; manager changes products, devices and tokens and ends sessions; admin also operators, API keys, export and import. */
export type Role = 'viewer' | 'manager' | 'admin';

/** Every role, the weakest first. */
export const ROLES: readonly Role[] = ['viewer', 'manager', 'admin'];

/** A person who runs the service. */
export interface Operator {
  readonly name: string;
  readonly role: Role;
  readonly isEnabled: boolean;
  readonly createdAt: number;
}

/** A person to add. */
export interface NewOperator {
  readonly name: string;
  readonly role: Role;
  readonly password: string;
}

/** What of an operator changes. */
export interface OperatorChange {
  readonly role?: Role | undefined;
  readonly isEnabled?: boolean | undefined;
}

/** The operators. */
export interface Operators {
  /** @throws EdgeError ERR_NAME_FORMAT, ERR_PASSWORD_LENGTH, ERR_ALREADY_EXISTS */
  add(operator: NewOperator): Promise<void>;
  /** Ends the operator's sessions as well. @throws EdgeError ERR_PASSWORD_LENGTH, ERR_NOT_FOUND */
  setPassword(name: string, password: string): Promise<void>;
  /** Both or neither; disabling ends the operator's sessions. @throws EdgeError ERR_NOT_FOUND, ERR_CONFLICT when no enabled admin would be left */
  change(name: string, change: OperatorChange): Promise<void>;
  /** @throws EdgeError ERR_NOT_FOUND, ERR_CONFLICT when no enabled admin would be left */
  remove(name: string): Promise<void>;
  list(): Promise<Operator[]>;
  get(name: string): Promise<Operator | undefined>;
  /** The enabled operator with this password, or undefined, after the same work whoever is named. @throws EdgeError ERR_LOGIN_THROTTLED when too many passwords are being checked */
  verify(name: string, password: string): Promise<Operator | undefined>;
}

/** A program's key. */
export interface ApiKey {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly createdAt: number;
  /** undefined: until it is revoked. */
  readonly expiresAt: number | undefined;
  readonly isRevoked: boolean;
}

/** A key to make. */
export interface NewApiKey {
  readonly name: string;
  readonly role: Role;
  readonly lifetimeMs?: number | undefined;
}

/** The keys of programs. */
export interface ApiKeys {
  /** Makes a key; its value is nowhere but in the answer. @throws EdgeError ERR_NAME_FORMAT, ERR_LIFETIME, ERR_ALREADY_EXISTS while a key of this name is not revoked */
  add(key: NewApiKey): Promise<{ readonly id: string; readonly value: string }>;
  /** @throws EdgeError ERR_NOT_FOUND */
  revoke(id: string): Promise<void>;
  list(): Promise<ApiKey[]>;
  /** The key of this value, if it is good. */
  find(value: string): Promise<ApiKey | undefined>;
}

/** The sessions of operators in browsers. */
export interface OperatorSessions {
  /** Starts a session of an operator; the value is nowhere but in the answer. @throws EdgeError ERR_NOT_FOUND, ERR_LIFETIME */
  add(name: string, lifetimeMs: number): Promise<string>;
  /** The operator, as the role is now, if session and operator are good. */
  find(value: string): Promise<Operator | undefined>;
  /** Lets a good session last for another idle time, but not beyond its absolute time since the login. */
  extend(value: string, lifetime: { readonly idleMs: number; readonly absoluteMs: number }): Promise<void>;
  remove(value: string): Promise<void>;
}
