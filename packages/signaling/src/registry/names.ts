/** @module The ids, names and numbers that are registered, each checked at this door. */
import { EdgeError, MAX_DURATION_MS } from '@longwire/protocol';
import type { DeviceKey } from '../ports/presence.ts';
import { ROLES, type Role } from '../ports/operators.ts';

const ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** Lower case, so that no two names look the same to people. */
const PRINCIPAL = /^[a-z0-9][a-z0-9._@-]{0,63}$/;

/** What the audit table calls others; an operator of such a name would pass for one of them. */
const RESERVED: ReadonlySet<string> = new Set(['client', 'device', 'cli', 'service', 'unknown', 'anonymous']);

/** 64 lower-case hex digits. */
const SHA256_HEX = /^[0-9a-f]{64}$/;

/** Control characters have no place in what is printed to terminals; U+0000 cannot be stored by PostgreSQL. */
// eslint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

/** Longest name of a device, in UTF-8 bytes: that of its friendly name. */
const MAX_NAME_BYTES = 64;

/** Largest page of a list, in rows. Reason: a few hundred kilobytes of JSON. */
const MAX_PAGE_ROWS = 1_000;

/** Checks a product or device id. @throws EdgeError ERR_NAME_FORMAT */
export function parseId(text: string, what: 'product id' | 'device id'): string {
  if (!ID.test(text)) {
    throw new EdgeError(
      'ERR_NAME_FORMAT',
      `${what} expected 1 to 64 of A-Z a-z 0-9 . _ -, beginning with a letter or digit`,
    );
  }
  return text;
}

/** Whether anything can be registered under this id; what cannot need not be looked for. */
export function isId(text: string): boolean {
  return ID.test(text);
}

/** Whether a device can be registered under this key. */
export function isKey({ productId, deviceId }: DeviceKey): boolean {
  return isId(productId) && isId(deviceId);
}

/** Where a page of a list that is sorted by id begins. @throws EdgeError ERR_NAME_FORMAT */
export function parseCursor(after: string | undefined): string {
  if (after === undefined || isId(after)) return after ?? '';
  throw new EdgeError('ERR_NAME_FORMAT', 'page expected to begin after an id');
}

/** Checks a device's name for people. @throws EdgeError ERR_NAME_FORMAT */
export function parseName(text: string): string {
  if (text === '' || Buffer.byteLength(text) > MAX_NAME_BYTES || CONTROL.test(text) || !text.isWellFormed()) {
    throw new EdgeError(
      'ERR_NAME_FORMAT',
      `name expected 1 to ${MAX_NAME_BYTES} bytes without control characters, got ${Buffer.byteLength(text)}`,
    );
  }
  return text;
}

/** Whether an operator or API key can have this name; what cannot need not be looked for. */
export function isPrincipal(text: string): boolean {
  return PRINCIPAL.test(text) && !RESERVED.has(text);
}

/** Checks the name of an operator or API key. @throws EdgeError ERR_NAME_FORMAT */
export function parsePrincipal(text: string): string {
  if (!isPrincipal(text)) {
    throw new EdgeError(
      'ERR_NAME_FORMAT',
      `name expected 1 to 64 of a-z 0-9 . _ @ -, beginning with a letter or digit, and none of ${[...RESERVED].join(', ')}`,
    );
  }
  return text;
}

/** Reads a role. @throws EdgeError ERR_NAME_FORMAT */
export function parseRole(text: string): Role {
  const role = ROLES.find((candidate) => candidate === text);
  if (role === undefined) throw new EdgeError('ERR_NAME_FORMAT', `role expected one of ${ROLES.join(', ')}`);
  return role;
}

/** Checks a SHA-256 in hex. @throws EdgeError ERR_HEX */
export function parseHash(text: string): string {
  if (!SHA256_HEX.test(text)) throw new EdgeError('ERR_HEX', 'hash expected 64 lower-case hex digits');
  return text;
}

/** Checks a lifetime. @throws EdgeError ERR_LIFETIME */
export function parseLifetime(ms: number): number {
  return inLifetimes(ms, 1, 'lifetime');
}

/** Checks for how long an old token is good beside the new one. @throws EdgeError ERR_LIFETIME */
export function parseOverlap(ms: number): number {
  return inLifetimes(ms, 0, 'overlap');
}

/** Checks how many rows are wanted. @throws EdgeError ERR_NAME_FORMAT */
export function parseLimit(rows: number): number {
  if (Number.isInteger(rows) && rows >= 1 && rows <= MAX_PAGE_ROWS) return rows;
  throw new EdgeError('ERR_NAME_FORMAT', `limit expected 1 to ${MAX_PAGE_ROWS}`);
}

function inLifetimes(ms: number, least: number, what: string): number {
  if (Number.isSafeInteger(ms) && ms >= least && ms <= MAX_DURATION_MS) return ms;
  throw new EdgeError('ERR_LIFETIME', `${what} expected ${least} to ${MAX_DURATION_MS} milliseconds`);
}
