/** @module Roles and policies: which actions a device allows to whom. */
import { MAX_DURATION_MS } from '@longwire/protocol';

/** The comparisons a condition can make. */
export const CONDITION_OPERATORS = [
  'StringEquals',
  'StringNotEquals',
  'NumericEquals',
  'NumericNotEquals',
  'NumericLessThan',
  'NumericLessThanEquals',
  'NumericGreaterThan',
  'NumericGreaterThanEquals',
  'Bool',
] as const;

/** One of {@link CONDITION_OPERATORS}. */
export type ConditionOperator = (typeof CONDITION_OPERATORS)[number];

/** Compares one attribute with values; a value may be a variable such as `${Connection:Username}`. */
export interface Condition {
  readonly operator: ConditionOperator;
  readonly key: string;
  readonly values: readonly string[];
}

/** Allows or denies actions where all conditions hold. An action that ends in `*` matches all with that prefix. */
export interface Statement {
  readonly effect: 'Allow' | 'Deny';
  readonly actions: readonly string[];
  readonly conditions: readonly Condition[];
}

/** Named statements. */
export interface Policy {
  readonly id: string;
  readonly statements: readonly Statement[];
}

/** A named set of policies; each user has one role. */
export interface Role {
  readonly id: string;
  readonly policies: readonly string[];
}

/** The configuration by the owner of a device; requests never change it. */
export interface IamConfig {
  /** The role of a connection without a user. */
  readonly unpairedRole: string;
  readonly roles: readonly Role[];
  readonly policies: readonly Policy[];
  readonly notificationCategories: readonly string[];
  /** Most users. Reason: every change writes the whole state. */
  readonly maxUsers: number;
  /** Most browser certificates of one user. Reason: users add their own. */
  readonly maxFingerprintsPerUser: number;
  /** How long open pairing stays open once it is switched on, in milliseconds; 0: until it is switched off. */
  readonly openPairingMs: number;
  /** How long an unused password that another user has set is valid, in milliseconds; 0: for ever. */
  readonly inviteMs: number;
}

/** Whether a time limit can be stored: a fraction of a millisecond would make the state unreadable. */
export function isDurationMs(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= MAX_DURATION_MS;
}

/** Whether a role of this name exists. */
export function hasRole(config: IamConfig, role: string): boolean {
  return config.roles.some(({ id }) => id === role);
}

/** A copy that nothing can change. */
export function frozenConfig(config: IamConfig): IamConfig {
  return deepFreeze(structuredClone(config));
}

function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  Object.values(value).forEach(deepFreeze);
  return value;
}
