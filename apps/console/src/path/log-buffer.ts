/** @module The latest log lines of the client about one device, with a limit beyond which the oldest are dropped. */

import type { LogFields, Logger } from '@longwire/client';
import { Store } from '@longwire/protocol/base';
import { hasWords } from '../has-words.ts';
import { hideSecrets } from './hide-secrets.ts';

/** The levels, the least important first. */
export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const;

/** One of {@link LOG_LEVELS}. */
export type LogLevel = (typeof LOG_LEVELS)[number];

/** One line. */
export interface LogLine {
  readonly id: number;
  readonly atMs: number;
  readonly level: LogLevel;
  readonly event: string;
  readonly fields: string;
}

/** Most lines that are kept. Reason: an evening of reconnecting takes about 100 KB. */
export const MAX_LOG_LINES = 500;

/** Longest text of the fields of one line, in characters. */
const MAX_FIELDS_LENGTH = 400;

/** The log of one device. */
export class LogBuffer {
  /** The logger of the client. */
  readonly logger: Logger;
  readonly #now: () => number;
  #written = 0;
  readonly #lines = new Store<readonly LogLine[]>([]);

  /** Calls `listener` after each line; returns the unsubscriber. */
  readonly subscribe = this.#lines.subscribe;

  /** All lines, the oldest first. */
  readonly snapshot = this.#lines.snapshot;

  constructor(now: () => number) {
    this.#now = now;
    const write =
      (level: LogLevel) =>
      (event: string, fields?: LogFields): void => {
        this.#write(level, event, fields);
      };
    this.logger = { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
  }

  #write(level: LogLevel, event: string, fields: LogFields | undefined): void {
    this.#written += 1;
    const line = { id: this.#written, atMs: this.#now(), level, event, fields: textOf(fields) };
    this.#lines.put([...this.#lines.value.slice(-(MAX_LOG_LINES - 1)), line]);
  }
}

/** The lines of at least a level that contain every word of the query. */
export function filterLog(lines: readonly LogLine[], level: LogLevel, query: string): readonly LogLine[] {
  const least = LOG_LEVELS.indexOf(level);
  return lines.filter(
    ({ level: own, event, fields }) =>
      LOG_LEVELS.indexOf(own) >= least && hasWords(`${own} ${event} ${fields}`, query),
  );
}

/** The lines in a form that may leave the page: without addresses and without the given secrets. */
export function logReport(lines: readonly LogLine[], secrets: readonly string[]): string {
  return lines
    .map(({ atMs, level, event, fields }) => {
      const words = fields === '' ? event : `${event} ${fields}`;
      return `${new Date(atMs).toISOString()} ${level.padEnd(5)} ${hideSecrets(words, secrets)}`;
    })
    .join('\n');
}

function wordOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function textOf(fields: LogFields | undefined): string {
  if (fields === undefined) return '';
  const defined = Object.entries(fields).filter(([, value]) => value !== undefined);
  if (defined.length === 0) return '';
  const text = defined.map(([name, value]) => `${name}=${wordOf(value)}`).join(' ');
  return text.length > MAX_FIELDS_LENGTH ? `${text.slice(0, MAX_FIELDS_LENGTH)}…` : text;
}
