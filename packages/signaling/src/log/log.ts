/** @module The log as a port: structured fields, a fixed message, never a secret. */

/** What a log line carries besides its message. */
export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;

/** Where the service's parts report; the shape of a pino logger. */
export interface Log {
  debug(fields: LogFields, message: string): void;
  info(fields: LogFields, message: string): void;
  warn(fields: LogFields, message: string): void;
  error(fields: LogFields, message: string): void;
}

const MAX_LOGGED_TEXT = 64;

/** An id that came from outside, short enough for a log line. */
export function loggedId(text: string): string {
  return text.length > MAX_LOGGED_TEXT ? `${text.slice(0, MAX_LOGGED_TEXT)}…` : text;
}

/** The fields of an error that nobody expected. */
export function errorFields(error: unknown): LogFields {
  if (!(error instanceof Error)) return { error: typeof error };
  return { error: error.name, errorMessage: error.message, stack: error.stack };
}
