/** @module Test fixture: the code of an error. */
import { EdgeError } from './errors/edge-error.ts';

/** The code an action throws, 'none' if it does not throw; rethrows untyped errors. */
export function codeOf(action: () => unknown): string {
  try {
    action();
    return 'none';
  } catch (error) {
    if (error instanceof EdgeError) return error.code;
    throw error;
  }
}
