/** @module The logging port: structured fields, secrets taken out, silent unless an application passes one. */

/** Facts that go with an event; {@link redacted} takes the secrets out. */
export type LogFields = Readonly<Record<string, unknown>>;

/** Where a device tells what happens. An event is a stable dotted name, never a sentence built from input. */
export interface Logger {
  debug(event: string, fields?: LogFields): void;
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

const nothing = (): void => undefined;

/** The default: says nothing. */
export const silentLogger: Logger = { debug: nothing, info: nothing, warn: nothing, error: nothing };

/** Names of fields whose value never reaches a log, wherever in the name the word stands. */
const SECRET_NAME =
  /pass|pwd|secret|token(?!id)|credential|verifier|private|jwt|sct|authorization|cookie|nonce|payload|kca|kcb|^w$|^k$|^key$/iu;

const MAX_DEPTH = 4;

function redactValue(value: unknown, depth: number): unknown {
  if (value instanceof Error) return { name: value.name, ...('code' in value ? { code: value.code } : {}) };
  if (value instanceof Uint8Array) return `${value.length} bytes`;
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) return '…';
  if (Array.isArray(value)) return value.map((item) => redactValue(item, depth + 1));
  return redactFields(value, depth + 1);
}

function redactFields(fields: object, depth: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]: [string, unknown]) => [
      name,
      SECRET_NAME.test(name) ? '[redacted]' : redactValue(value, depth),
    ]),
  );
}

/** The same fields without secrets: by name, bytes as their length, errors as name and code (a message may quote input). */
export function redacted(fields: LogFields): LogFields {
  return redactFields(fields, 0);
}

/** Wraps a logger so that what reaches it is {@link redacted}, and so that a logger that throws never stops the device. */
export function redactingLogger(inner: Logger): Logger {
  const guard =
    (level: keyof Logger) =>
    (event: string, fields?: LogFields): void => {
      try {
        if (fields === undefined) inner[level](event);
        else inner[level](event, redacted(fields));
      } catch {
        // A logger has no other place to complain to; losing a line is the lesser harm.
      }
    };
  return { debug: guard('debug'), info: guard('info'), warn: guard('warn'), error: guard('error') };
}
