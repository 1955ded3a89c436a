/** @module Pieces of schemas that several routes share. */
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

/** Reason: a page of that many rows is some hundred KiB. */
export const MAX_PAGE = 500;
const DEFAULT_PAGE = 100;

/** Ten years: no token and no key should last longer. */
const MAX_LIFETIME_MS = 3_650 * 86_400_000;

/** A product or device id in a path; whether it is a good one the registry says. */
export const Id: TString = Type.String({ minLength: 1, maxLength: 64 });

/** The name of an operator or a key. */
export const Name: TString = Type.String({ minLength: 1, maxLength: 64 });

/** A password as it is typed. Reason for the bound: hashing costs by length. */
export const Password: TString = Type.String({ minLength: 1, maxLength: 256 });

/** The id of a token, a key or a session: never its value. */
export const PublicId: TString = Type.String({ minLength: 1, maxLength: 128 });

/** A point in time. */
export const Time: TString = Type.String({ format: 'date-time' });

/** A time span. */
export const Lifetime: TInteger = Type.Integer({
  minimum: 1,
  maximum: MAX_LIFETIME_MS,
  description: 'milliseconds',
});

/** How long an old value is still good; 0 ends it at once. */
export const Overlap: TInteger = Type.Integer({
  minimum: 0,
  maximum: MAX_LIFETIME_MS,
  description: 'milliseconds',
});

/** What an operator or key may do. */
export const RoleName: TUnsafeRole = Type.Unsafe<'viewer' | 'manager' | 'admin'>({
  type: 'string',
  enum: ['viewer', 'manager', 'admin'],
});
type TUnsafeRole = ReturnType<typeof Type.Unsafe<'viewer' | 'manager' | 'admin'>>;

/** The query of a list. */
export const PageQuery: { limit: TOptional<TInteger>; after: TOptional<TString> } = {
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: MAX_PAGE, description: `rows of a page, default ${DEFAULT_PAGE}` }),
  ),
  after: Type.Optional(
    Type.String({ minLength: 1, maxLength: 256, description: '`next` of the page before' }),
  ),
};

/** What every refusal is answered with. */
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

/** The answer to what is done and has nothing to say. */
export const Nothing: TNull = Type.Null({ description: 'done' });

/** A value, or null where there is none. */
export function nullable<T extends TSchema>(schema: T): TUnion<[T, TNull]> {
  return Type.Union([schema, Type.Null()]);
}

/** One page of a list. */
export function pageOf<T extends TSchema>(
  item: T,
): TObject<{ items: TArray<T>; next: TUnion<[TString, TNull]> }> {
  return Type.Object(
    { items: Type.Array(item), next: Type.Union([Type.String(), Type.Null()]) },
    { description: '`next` is for `after` of the next page, null on the last' },
  );
}

/** An object whose other keys are refused, not ignored. */
export const STRICT: { readonly additionalProperties: false } = { additionalProperties: false };

/** The answers of a route: its own, and what every route may refuse with. */
export function answers<T extends object>(own: T): T & { '4xx': typeof Problem; '5xx': typeof Problem } {
  return { ...own, '4xx': Problem, '5xx': Problem };
}

/** Milliseconds since the epoch as text. */
export function toTime(ms: number): string {
  return new Date(ms).toISOString();
}

/** The same, of what may be missing. */
export function toTimeOrNull(ms: number | undefined): string | null {
  return ms === undefined ? null : toTime(ms);
}

/** How many rows to ask for: one more than are shown tells whether there is another page. */
export function rowsToAsk(limit: number | undefined): number {
  return (limit ?? DEFAULT_PAGE) + 1;
}

/** A page of rows that were asked for with {@link rowsToAsk}. */
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
