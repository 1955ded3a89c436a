/** @module What a database says when it refuses, in one shape for both. */
import { EdgeError } from '@longwire/protocol';

/** A rule of the tables that a statement broke. */
export type Violation = 'reference' | 'unique';

/** A statement that failed. */
export class DatabaseError extends EdgeError {
  /** undefined: it failed for another reason. */
  readonly violation: Violation | undefined;

  constructor(message: string, options: ErrorOptions & { readonly violation?: Violation | undefined }) {
    super('ERR_DATABASE', message, options);
    this.violation = options.violation;
  }
}

/** PostgreSQL's SQLSTATE, and SQLite's extended result codes. */
const VIOLATIONS: ReadonlyMap<unknown, Violation> = new Map<unknown, Violation>([
  ['23503', 'reference'],
  [787, 'reference'],
  ['23505', 'unique'],
  [1555, 'unique'],
  [2067, 'unique'],
]);

/** Makes the error of a statement, or of a connection that could not be had. */
export function toDatabaseError(cause: unknown): DatabaseError {
  if (cause instanceof DatabaseError) return cause;
  return new DatabaseError(`database expected to answer, got: ${reasonOf(cause)}`, {
    cause,
    violation: VIOLATIONS.get(fieldOf(cause, 'errcode')) ?? VIOLATIONS.get(fieldOf(cause, 'code')),
  });
}

/** Runs `task`, and throws `instead()` when it refers to a row that is not there. */
export async function requireReferences<T>(task: Promise<T>, instead: () => EdgeError): Promise<T> {
  try {
    return await task;
  } catch (error) {
    throw error instanceof DatabaseError && error.violation === 'reference' ? instead() : error;
  }
}

/** The first words of an error; several at once (each address of a host) are an error without words of its own. */
function reasonOf(cause: unknown): string {
  if (cause instanceof AggregateError && cause.message === '') return reasonOf(cause.errors[0]);
  return cause instanceof Error && cause.message !== '' ? cause.message : 'no reason';
}

function fieldOf(value: unknown, field: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, field) : undefined;
}
