/** @module Schema parts that several routes share. */
import {
  Type,
  type TArray,
  type TInteger,
  type TNull,
  type TObject,
  type TOptional,
  type TSchema,
  type TString,
  type TUnion,
} from 'typebox';

/** Reason: a page of this size has some hundred KiB. */
export const MAX_PAGE = 500;
const DEFAULT_PAGE = 100;

/** Ten years: no token or key should last longer. */
const MAX_LIFETIME_MS = 3_650 * 86_400_000;

/** A product or device id in a path; the registry validates its format. */
export const Id: TString = Type.String({ minLength: 1, maxLength: 64 });

/** The name of an operator or a key. */
export const Name: TString = Type.String({ minLength: 1, maxLength: 64 });

/** A password in plain text. Reason for the bound: hashing costs time by length. */
export const Password: TString = Type.String({ minLength: 1, maxLength: 256 });

/** The id of a token, key or session; never its value. */
export const PublicId: TString = Type.String({ minLength: 1, maxLength: 128 });

/** A point in time. */
export const Time: TString = Type.String({ format: 'date-time' });

/** A duration. */
export const Lifetime: TInteger = Type.Integer({
  minimum: 1,
  maximum: MAX_LIFETIME_MS,
  description: 'milliseconds',
});

/** How long an old value stays valid; 0 revokes it immediately. */
export const Overlap: TInteger = Type.Integer({
  minimum: 0,
  maximum: MAX_LIFETIME_MS,
  description: 'milliseconds',
});

/** The role of an operator or key. */
export const RoleName: TUnsafeRole = Type.Unsafe<'viewer' | 'manager' | 'admin'>({
  type: 'string',
  enum: ['viewer', 'manager', 'admin'],
});
type TUnsafeRole = ReturnType<typeof Type.Unsafe<'viewer' | 'manager' | 'admin'>>;

/** The query parameters of a list. */
export const PageQuery: { limit: TOptional<TInteger>; after: TOptional<TString> } = {
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: MAX_PAGE, description: `rows of a page, default ${DEFAULT_PAGE}` }),
  ),
  after: Type.Optional(
    Type.String({ minLength: 1, maxLength: 256, description: '`next` of the page before' }),
  ),
};

/** Body of every error response. */
export const Problem: TObject<{
  error: TObject<{ code: TString; message: TString }>;
  requestId: TString;
}> = Type.Object(
  {
    error: Type.Object({ code: Type.String(), message: Type.String() }),
    requestId: Type.String({ description: 'also in `x-request-id`, the log and the audit record' }),
  },
  { description: 'what is wrong' },
);

/** Response without content. */
export const Nothing: TNull = Type.Null({ description: 'done' });

/** A value or null. */
export function nullable<T extends TSchema>(schema: T): TUnion<[T, TNull]> {
  return Type.Union([schema, Type.Null()]);
}

/** One page of a list. */
export function pageOf<T extends TSchema>(
  item: T,
): TObject<{ items: TArray<T>; next: TUnion<[TString, TNull]> }> {
  return Type.Object(
    { items: Type.Array(item), next: Type.Union([Type.String(), Type.Null()]) },
    { description: 'pass `next` as `after` to get the next page; null on the last' },
  );
}

/** Rejects unknown keys instead of ignoring them. */
export const STRICT: { readonly additionalProperties: false } = { additionalProperties: false };

/** The responses of a route, plus the errors that every route may return. */
export function answers<T extends object>(own: T): T & { '4xx': typeof Problem; '5xx': typeof Problem } {
  return { ...own, '4xx': Problem, '5xx': Problem };
}

/** Formats milliseconds since the epoch as ISO text. */
export function toTime(ms: number): string {
  return new Date(ms).toISOString();
}

/** Like {@link toTime}, with null for undefined. */
export function toTimeOrNull(ms: number | undefined): string | null {
  return ms === undefined ? null : toTime(ms);
}

/** Number of rows to request: one more than shown, to detect another page. */
export function rowsToAsk(limit: number | undefined): number {
  return (limit ?? DEFAULT_PAGE) + 1;
}

/** Builds a page from rows that were requested with {@link rowsToAsk}. */
export function toPage<Row, Item>(
  rows: readonly Row[],
  limit: number | undefined,
  { item, cursor }: { readonly item: (row: Row) => Item; readonly cursor: (row: Row) => string },
): { items: Item[]; next: string | null } {
  const shown = rows.slice(0, limit ?? DEFAULT_PAGE);
  const last = shown.at(-1);
  const next = rows.length > shown.length && last !== undefined ? cursor(last) : null;
  return { items: shown.map((row) => item(row)), next };
}
