/** @module Writes warnings and errors of a connection to the page's console, for pages that set no callbacks. */
import type { LogFields, Logger } from '@longwire/protocol';
import { silentLogger } from '@longwire/protocol/base';

/** A logger that writes each warning and error to a console as one line. */
export function pageLogger(console: Pick<Console, 'warn' | 'error'>): Logger {
  return {
    ...silentLogger,
    warn: (event, fields) => console.warn(lineOf(event, fields)),
    error: (event, fields) => console.error(lineOf(event, fields)),
  };
}

function lineOf(event: string, fields: LogFields = {}): string {
  return `longwire: ${event} ${JSON.stringify(fields)}`;
}
