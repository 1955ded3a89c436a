/** @module Validates ids, names and numbers that are stored. */
import { EdgeError, MAX_DURATION_MS } from '@longwire/protocol';
import type { DeviceKey } from '@longwire/protocol';
import { ROLES, type Role } from '../ports/operators.ts';

const ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** Lower case only, so that no two names look the same to people. */
const PRINCIPAL = /^[a-z0-9][a-z0-9._@-]{0,63}$/;

/** Names of other actors in the audit table, which an operator must not impersonate. */
const RESERVED: ReadonlySet<string> = new Set(['client', 'device', 'cli', 'service', 'unknown', 'anonymous']);

/** 64 lower-case hex digits. */
const SHA256_HEX = /^[0-9a-f]{64}$/;

/** Control characters are unsafe to print on terminals; PostgreSQL cannot store U+0000. */
// eslint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

/** Longest display name of a device, in UTF-8 bytes: the limit of the device's own friendly name. */
const MAX_NAME_BYTES = 64;

/** Largest page, in rows. Reason: a few hundred kilobytes of JSON. */
const MAX_PAGE_ROWS = 1_000;

/** Validates a product or device id. @throws EdgeError ERR_NAME_FORMAT */
export function parseId(text: string, what: 'product id' | 'device id'): string {
  if (!ID.test(text)) {
    throw new EdgeError(
      'ERR_NAME_FORMAT',
      `${what} must have 1 to 64 characters of A-Z a-z 0-9 . _ - and begin with a letter or digit`,
    );
  }
  return text;
}

/** Whether `text` is a valid id; lookups of an invalid one can be skipped. */
export function isId(text: string): boolean {
  return ID.test(text);
}

/** Whether `key` is valid. */
export function isKey({ productId, deviceId }: DeviceKey): boolean {
  return isId(productId) && isId(deviceId);
}

/** Validates the id after which a page begins. @throws EdgeError ERR_NAME_FORMAT */
export function parseCursor(after: string | undefined): string {
  if (after === undefined || isId(after)) return after ?? '';
  throw new EdgeError('ERR_NAME_FORMAT', 'the page cursor is not a valid id');
}

/** Validates a display name. @throws EdgeError ERR_NAME_FORMAT */
export function parseName(text: string): string {
  if (text === '' || Buffer.byteLength(text) > MAX_NAME_BYTES || CONTROL.test(text) || !text.isWellFormed()) {
    throw new EdgeError(
      'ERR_NAME_FORMAT',
      `name must have 1 to ${MAX_NAME_BYTES} bytes and no control characters, got ${Buffer.byteLength(text)} bytes`,
    );
  }
  return text;
}

/** Whether `text` is a valid operator or API key name; lookups of an invalid one can be skipped. */
export function isPrincipal(text: string): boolean {
  return PRINCIPAL.test(text) && !RESERVED.has(text);
}

/** Validates the name of an operator or API key. @throws EdgeError ERR_NAME_FORMAT */
export function parsePrincipal(text: string): string {
  if (!isPrincipal(text)) {
    throw new EdgeError(
      'ERR_NAME_FORMAT',
      `name must have 1 to 64 characters of a-z 0-9 . _ @ -, begin with a letter or digit, and be none of ${[...RESERVED].join(', ')}`,
    );
  }
  return text;
}

/** Parses a role. @throws EdgeError ERR_NAME_FORMAT */
export function parseRole(text: string): Role {
  const role = ROLES.find((candidate) => candidate === text);
  if (role === undefined) throw new EdgeError('ERR_NAME_FORMAT', `role must be one of ${ROLES.join(', ')}`);
  return role;
}

/** Validates a SHA-256 in hex. @throws EdgeError ERR_HEX */
export function parseHash(text: string): string {
  if (!SHA256_HEX.test(text)) throw new EdgeError('ERR_HEX', 'hash must have 64 lower-case hex digits');
  return text;
}

/** Validates a lifetime. @throws EdgeError ERR_LIFETIME */
export function parseLifetime(ms: number): number {
  return inLifetimes(ms, 1, 'lifetime');
}

/** Validates how long an old token stays valid. @throws EdgeError ERR_LIFETIME */
export function parseOverlap(ms: number): number {
  return inLifetimes(ms, 0, 'overlap');
}

/** Validates a page size. @throws EdgeError ERR_NAME_FORMAT */
export function parseLimit(rows: number): number {
  if (Number.isInteger(rows) && rows >= 1 && rows <= MAX_PAGE_ROWS) return rows;
  throw new EdgeError('ERR_NAME_FORMAT', `limit must be between 1 and ${MAX_PAGE_ROWS}`);
}

function inLifetimes(ms: number, least: number, what: string): number {
  if (Number.isSafeInteger(ms) && ms >= least && ms <= MAX_DURATION_MS) return ms;
  throw new EdgeError('ERR_LIFETIME', `${what} must be between ${least} and ${MAX_DURATION_MS} milliseconds`);
}
