/** @module Keeps secrets out of log lines, whatever fields a caller passes. */
import type { LogFields, Logger } from './logger.ts';

/** How fields are redacted. */
export interface RedactionOptions {
  /** What is logged of an error besides its name and code; default `drop`, because a message may quote input. */
  readonly errorMessages?: 'keep' | 'drop';
}

/** Replaces a secret. */
export const REDACTED = '[redacted]';

/** Names of fields whose value is never logged: the word may occur anywhere in the name. */
const SECRET_NAME =
  /pass|pwd|secret|token(?!id)|credential|verifier|private|jwt|sct|authorization|cookie|nonce|payload|kca|kcb|^(?:w|k|key|sdp|signal)$/iu;

/** Deepest nesting of fields that is searched; anything deeper is dropped. */
const MAX_DEPTH = 4;

/** The same fields without secrets: removed by name, bytes as their length, errors as name and code. */
export function redacted(fields: LogFields, options: RedactionOptions = {}): LogFields {
  return redactFields(fields, 0, options);
}

/** Wraps a logger: it receives only {@link redacted} fields, and errors that it throws are dropped. */
export function redactingLogger(inner: Logger, options: RedactionOptions = {}): Logger {
  const guard =
    (level: keyof Logger) =>
    (event: string, fields?: LogFields): void => {
      try {
        if (fields === undefined) inner[level](event);
        else inner[level](event, redacted(fields, options));
      } catch {
        // A failing logger has nowhere to report to; losing a line is the lesser harm.
      }
    };
  return { debug: guard('debug'), info: guard('info'), warn: guard('warn'), error: guard('error') };
}

function redactFields(fields: object, depth: number, options: RedactionOptions): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]: [string, unknown]) => [
      name,
      SECRET_NAME.test(name) ? REDACTED : redactValue(value, depth, options),
    ]),
  );
}

function redactValue(value: unknown, depth: number, options: RedactionOptions): unknown {
  if (value instanceof Error) return describeError(value, options);
  if (value instanceof Uint8Array) return `${value.length} bytes`;
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) return '…';
  if (Array.isArray(value)) return value.map((item) => redactValue(item, depth + 1, options));
  return redactFields(value, depth + 1, options);
}

function describeError(error: Error, { errorMessages = 'drop' }: RedactionOptions): LogFields {
  return {
    name: error.name,
    ...(errorMessages === 'keep' ? { message: error.message } : {}),
    ...('code' in error ? { code: error.code } : {}),
  };
}
