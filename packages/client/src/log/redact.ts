/** @module Keeps secrets out of log lines, whatever a caller puts into the fields. */
import type { LogFields, Logger } from './logger.ts';

/** Field names, in lower case, whose values never reach a logger. */
export const REDACTED_FIELDS: readonly string[] = [
  'sct',
  'jwt',
  'token',
  'password',
  'credential',
  'passwordopenpassword',
  'passwordopensct',
  'payload',
  'sdp',
  'signal',
];

/** Deepest nesting of fields that is looked through; anything deeper is left out. */
const MAX_DEPTH = 4;

/** What stands in the place of a secret. */
export const REDACTED = '[redacted]';

function redactValue(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Error) return describeError(value);
  if (depth >= MAX_DEPTH) return REDACTED;
  if (Array.isArray(value)) return value.map((item) => redactValue(item, depth + 1));
  return redactFields(value, depth + 1);
}

function describeError(error: Error): LogFields {
  return { name: error.name, message: error.message, ...('code' in error ? { code: error.code } : {}) };
}

function redactFields(fields: object, depth: number): LogFields {
  const entries = Object.entries(fields).map(([key, value]) => [
    key,
    REDACTED_FIELDS.includes(key.toLowerCase()) ? REDACTED : redactValue(value, depth),
  ]);
  return Object.fromEntries(entries);
}

/** Wraps a logger so that no field of {@link REDACTED_FIELDS} reaches it, and an error in it reaches nobody. */
export function redactingLogger(logger: Logger): Logger {
  const line =
    (level: keyof Logger) =>
    (event: string, fields: LogFields = {}): void => {
      try {
        logger[level](event, redactFields(fields, 0));
      } catch {
        // A logger that fails has nowhere to say so, and must not break what it observes.
      }
    };
  return { debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error') };
}
