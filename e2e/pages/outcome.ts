/** @module How a result or error of the page is passed to the test. */

/** The fields of an error that tests check. */
export interface ErrorFields {
  readonly name: string;
  readonly message: string;
  readonly code: string | undefined;
  readonly closeCode: number | undefined;
  readonly statusCode: number | undefined;
  /** Why a track failed. */
  readonly reason: string | undefined;
  /** The same as a text of the device for people. */
  readonly deviceMessage: string | undefined;
  /** The platform's message. */
  readonly causeMessage: string | undefined;
}

/** A value, or the fields of the thrown error. */
export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: ErrorFields };

/** The fields of anything thrown. */
export function errorFields(thrown: unknown): ErrorFields {
  const error: object = typeof thrown === 'object' && thrown !== null ? thrown : { message: String(thrown) };
  const field = (key: string): unknown => Reflect.get(error, key);
  const [code, closeCode, statusCode, reason] = ['code', 'closeCode', 'statusCode', 'reason'].map(field);
  const deviceMessage = field('deviceMessage');
  const cause = field('cause');
  return {
    name: String(field('name')),
    message: String(field('message')),
    code: typeof code === 'string' ? code : undefined,
    closeCode: typeof closeCode === 'number' ? closeCode : undefined,
    statusCode: typeof statusCode === 'number' ? statusCode : undefined,
    causeMessage: cause instanceof Error ? cause.message : undefined,
    reason: typeof reason === 'string' ? reason : undefined,
    deviceMessage: typeof deviceMessage === 'string' ? deviceMessage : undefined,
  };
}

/** Runs a task in the page and captures its error. */
export async function attempt<T>(run: () => T | Promise<T>): Promise<Outcome<T>> {
  try {
    return { ok: true, value: await run() };
  } catch (error) {
    return { ok: false, error: errorFields(error) };
  }
}
