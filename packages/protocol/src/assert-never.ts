/** @module The end of every exhaustive switch. */
import { EdgeError } from './errors/edge-error.ts';

/** Makes the compiler prove that every case is handled. @throws EdgeError ERR_STATE if an unhandled value arrives at run time. */
export function assertNever(value: never): never {
  throw new EdgeError('ERR_STATE', `unhandled case ${describe(value)}`);
}

function describe(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : typeof value;
}
