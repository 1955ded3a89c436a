/** @module The logger of the command: one line per event, on stderr. */
import type { LogFields, Logger } from '@longwire/protocol';
import { replaceUnseen } from './unseen-characters.ts';

const LEVELS = ['debug', 'info', 'warn', 'error'] as const;

/** Level and format of the log. */
export interface StderrLoggerOptions {
  /** The lowest level that is written; `info` unless given. */
  readonly level?: (typeof LEVELS)[number];
  /** Lines for people, or one JSON object per line; `text` unless given. */
  readonly format?: 'text' | 'json';
  readonly write?: (line: string) => void;
}

/** The user and password of an address, anywhere in a line. */
const USER_INFO = /([a-z][a-z0-9+.-]{1,16}:\/\/)[^\s/@"']+@/giu;

/** What JSON leaves as it is, as JSON may have it too: each half of a pair by itself. */
function escaped(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}

function formatLine(format: 'text' | 'json', level: string, event: string, fields: LogFields = {}): string {
  const time = new Date().toISOString();
  if (format === 'json') return JSON.stringify({ ...fields, time, level, event });
  const rest = Object.keys(fields).length === 0 ? '' : ` ${JSON.stringify(fields)}`;
  return `${time} ${level} ${event}${rest}`;
}

/** Creates a logger that writes to stderr; details only at the level `debug`. */
export function createStderrLogger(options: StderrLoggerOptions = {}): Logger {
  const { level: least = 'info', format = 'text' } = options;
  const write = options.write ?? ((line: string) => void process.stderr.write(line));
  const writer = (level: (typeof LEVELS)[number]) => (event: string, fields?: LogFields) => {
    if (LEVELS.indexOf(level) < LEVELS.indexOf(least)) return;
    const line = formatLine(format, level, event, fields).replaceAll(USER_INFO, '$1');
    write(`${replaceUnseen(line, escaped)}\n`);
  };
  return { debug: writer('debug'), info: writer('info'), warn: writer('warn'), error: writer('error') };
}
