/** @module Database errors in one shape for SQLite and PostgreSQL. */
import { EdgeError } from '@longwire/protocol';

/** The constraint that a statement violated. */
export type Violation = 'reference' | 'unique';

/** A failed statement. */
export class DatabaseError extends EdgeError {
  /** undefined: it failed for another reason. */
  readonly violation: Violation | undefined;

  constructor(message: string, options: ErrorOptions & { readonly violation?: Violation | undefined }) {
    super('ERR_DATABASE', message, options);
    this.violation = options.violation;
  }
}

/** Constraint violations by PostgreSQL's SQLSTATE and SQLite's extended result codes. */
const VIOLATIONS: ReadonlyMap<unknown, Violation> = new Map<unknown, Violation>([
  ['23503', 'reference'],
  [787, 'reference'],
  ['23505', 'unique'],
  [1555, 'unique'],
  [2067, 'unique'],
]);

/** Wraps the error of a statement or a connection attempt. */
export function toDatabaseError(cause: unknown): DatabaseError {
  if (cause instanceof DatabaseError) return cause;
  const { errcode, code }: { readonly errcode?: unknown; readonly code?: unknown } = Object(cause);
  return new DatabaseError(`database error: ${reasonOf(cause)}`, {
    cause,
    violation: VIOLATIONS.get(errcode) ?? VIOLATIONS.get(code),
  });
}

/** Runs `task`; throws `instead()` if it refers to a missing row. */
export async function requireReferences<T>(task: Promise<T>, instead: () => EdgeError): Promise<T> {
  try {
    return await task;
  } catch (error) {
    throw error instanceof DatabaseError && error.violation === 'reference' ? instead() : error;
  }
}

/** The error's message; an aggregate error (one per address of a host) has none of its own. */
function reasonOf(cause: unknown): string {
  if (cause instanceof AggregateError && cause.message === '') return reasonOf(cause.errors[0]);
  return cause instanceof Error && cause.message !== '' ? cause.message : 'no reason';
}
