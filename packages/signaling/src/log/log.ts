/** @module The log as a port: structured fields, a fixed message, never a secret. */

/** Fields of a log line besides its message. */
export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;

/** The log interface of the service's components; the shape of a pino logger. */
export interface Log {
  debug(fields: LogFields, message: string): void;
  info(fields: LogFields, message: string): void;
  warn(fields: LogFields, message: string): void;
  error(fields: LogFields, message: string): void;
}

const MAX_LOGGED_TEXT = 64;

/** Shortens an id from outside for a log line. */
export function loggedId(text: string): string {
  return text.length > MAX_LOGGED_TEXT ? `${text.slice(0, MAX_LOGGED_TEXT)}…` : text;
}

/** The message of an error; anything can be thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown';
}

/** Fields for an unexpected error. */
export function errorFields(error: unknown): LogFields {
  if (!(error instanceof Error)) return { error: typeof error };
  return { error: error.name, errorMessage: error.message, stack: error.stack };
}
