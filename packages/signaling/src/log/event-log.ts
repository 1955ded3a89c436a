/** @module Lines of packages that log events, in the service's log. */
import type { LogFields as EventFields, Logger } from '@longwire/protocol';
import { errorFields, type Log, type LogFields } from './log.ts';

/** A logger whose events are messages of `log`. */
export function eventLog(log: Log): Logger {
  return {
    debug: (event, fields) => log.debug(lineFields(fields), event),
    info: (event, fields) => log.info(lineFields(fields), event),
    warn: (event, fields) => log.warn(lineFields(fields), event),
    error: (event, fields) => log.error(lineFields(fields), event),
  };
}

/** An error becomes its own fields; other values that are no text, number or boolean are left out. */
function lineFields(fields: EventFields = {}): LogFields {
  const line: Record<string, string | number | boolean | undefined> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof Error) Object.assign(line, errorFields(value));
    else if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      line[name] = value;
  }
  return line;
}
