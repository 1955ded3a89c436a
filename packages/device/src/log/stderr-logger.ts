/** @module Where the command tells what happens: one line an event, on stderr. */
import type { LogFields, Logger } from '@longwire/protocol';

function writer(level: string): (event: string, fields?: LogFields) => void {
  return (event, fields) => {
    const rest = fields === undefined ? '' : ` ${JSON.stringify(fields)}`;
    process.stderr.write(`${new Date().toISOString()} ${level} ${event}${rest}\n`);
  };
}

/** Writes to stderr; details only where they are asked for. */
export function createStderrLogger({ isVerbose }: { readonly isVerbose: boolean }): Logger {
  return {
    debug: isVerbose ? writer('debug') : () => undefined,
    info: writer('info'),
    warn: writer('warn'),
    error: writer('error'),
  };
}
