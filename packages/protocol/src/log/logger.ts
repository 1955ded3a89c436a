/** @module Logging as a port: silent unless the application passes a logger. */

/** Structured fields of a log line. */
export type LogFields = Readonly<Record<string, unknown>>;

/** Receives log lines; `console` is one. An event is a stable dotted name, never a sentence built from input. */
export interface Logger {
  debug(event: string, fields?: LogFields): void;
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

const nothing = (): void => undefined;

/** The default: logs nothing. */
export const silentLogger: Logger = { debug: nothing, info: nothing, warn: nothing, error: nothing };
