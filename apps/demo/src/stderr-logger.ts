/** @module A logger for a program: one line of JSON each, on stderr. */
import type { LogFields, Logger } from '@longwire/device';

type Write = (event: string, fields?: LogFields) => void;

const write =
  (level: keyof Logger): Write =>
  (event, fields) => {
    process.stderr.write(`${JSON.stringify({ level, event, ...fields })}\n`);
  };

/** Writes everything from `info` up; with `isVerbose`, everything. */
export function createStderrLogger({ isVerbose = false }: { isVerbose?: boolean } = {}): Logger {
  return {
    debug: isVerbose ? write('debug') : () => undefined,
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
  };
}
