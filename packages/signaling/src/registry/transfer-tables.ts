/** @module The exported columns of each table and the validators for importing them. */
import { EdgeError, parseFingerprint } from '@longwire/protocol';
import { isIssuerText, parseIssuer } from './jwt-issuer.ts';
import { parseHash, parseId, parseName, parsePrincipal, parseRole } from './names.ts';
import { readHash } from './password-hash.ts';
import { announcedTokenId } from '../ports/tokens.ts';
import type { RegistrySchema } from './schema.ts';

/** A value of a column. */
export type ColumnValue = string | number | null;

/** One column. */
export interface TransferField {
  /** Name in the export. */
  readonly name: string;
  readonly column: string;
  /** Validates an imported value. @throws EdgeError */
  readonly read: (value: unknown) => ColumnValue;
  /** Converts a value for the export; default: unchanged. */
  readonly show?: (value: ColumnValue) => unknown;
  /** Whether a different value is a conflict: not for timestamps. */
  readonly isCompared: boolean;
}

/** One table. */
export interface TransferTable {
  /** Name of its rows in the export. */
  readonly kind: string;
  readonly table: keyof RegistrySchema;
  /** Primary key, by which the export is sorted. */
  readonly key: readonly string[];
  readonly fields: readonly TransferField[];
}

const productId = field(
  'productId',
  'product_id',
  text((value) => parseId(value, 'product id')),
);
const deviceId = field(
  'deviceId',
  'device_id',
  text((value) => parseId(value, 'device id')),
);
const hash = field('hash', 'hash', text(parseHash));
const role = field('role', 'role', text(parseRole));
const createdAt: TransferField = { ...field('createdAt', 'created_at', time), isCompared: false };
const revokedAt = field('revokedAt', 'revoked_at', nullable(time));
const isEnabled: TransferField = {
  ...field('isEnabled', 'is_enabled', (value) => (truth(value) ? 1 : 0)),
  show: (value) => value === 1,
};

/** All exported tables, each after the tables it refers to. */
export const TRANSFER_TABLES: readonly TransferTable[] = [
  { kind: 'product', table: 'products', key: ['product_id'], fields: [productId, createdAt] },
  {
    kind: 'issuer',
    table: 'jwt_issuers',
    key: ['product_id', 'issuer'],
    fields: [
      productId,
      field('issuer', 'issuer', text(issuerText)),
      field('audience', 'audience', text(issuerText)),
      field(
        'jwks',
        'jwks',
        text((jwks) => parseIssuer({ issuer: '-', audience: '-', jwks }).jwks),
      ),
      createdAt,
    ],
  },
  {
    kind: 'device',
    table: 'devices',
    key: ['product_id', 'device_id'],
    fields: [
      productId,
      deviceId,
      field('fingerprint', 'fingerprint', text(parseFingerprint)),
      field('name', 'name', nullable(text(parseName))),
      isEnabled,
      createdAt,
      { ...field('seenAt', 'seen_at', nullable(time)), isCompared: false },
    ],
  },
  {
    kind: 'token',
    table: 'tokens',
    key: ['token_id'],
    fields: [
      field('id', 'token_id', text(matching(/^lw_[0-9a-f]{10,64}$/))),
      hash,
      productId,
      { ...deviceId, read: nullable(deviceId.read) },
      createdAt,
      field('expiresAt', 'expires_at', time),
      revokedAt,
    ],
  },
  {
    kind: 'announcedToken',
    table: 'announced_tokens',
    key: ['product_id', 'device_id', 'hash'],
    fields: [productId, deviceId, hash, createdAt, revokedAt],
  },
  {
    kind: 'operator',
    table: 'operators',
    key: ['name'],
    fields: [
      field('name', 'name', text(parsePrincipal)),
      role,
      field('passwordHash', 'password_hash', text(passwordHash)),
      isEnabled,
      createdAt,
    ],
  },
  {
    kind: 'apiKey',
    table: 'api_keys',
    key: ['key_id'],
    fields: [
      field('id', 'key_id', text(matching(/^lwk_[0-9a-f]{10,64}$/))),
      field('name', 'name', text(parsePrincipal)),
      role,
      hash,
      createdAt,
      field('expiresAt', 'expires_at', nullable(time)),
      revokedAt,
    ],
  },
];

/** Columns derived from others. */
export function derivedColumns(
  { kind }: TransferTable,
  row: Readonly<Record<string, ColumnValue>>,
): Record<string, ColumnValue> {
  return kind === 'announcedToken' ? { token_id: announcedTokenId(String(row['hash'])) } : {};
}

function field(name: string, column: string, read: TransferField['read']): TransferField {
  return { name, column, read, isCompared: true };
}

function text(parse: (value: string) => string): TransferField['read'] {
  return (value) => {
    if (typeof value !== 'string') throw wrong('text');
    return parse(value);
  };
}

function nullable(read: TransferField['read']): TransferField['read'] {
  return (value) => (value === null ? null : read(value));
}

function time(value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw wrong('a time in milliseconds');
}

function truth(value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  throw wrong('true or false');
}

function matching(pattern: RegExp): (value: string) => string {
  return (value) => {
    if (!pattern.test(value)) throw wrong('an id of the service');
    return value;
  };
}

function issuerText(value: string): string {
  if (!isIssuerText(value)) throw wrong('the name of an issuer or audience');
  return value;
}

function passwordHash(value: string): string {
  readHash(value);
  return value;
}

function wrong(expected: string): EdgeError {
  return new EdgeError('ERR_IMPORT', `value must be ${expected}`);
}
