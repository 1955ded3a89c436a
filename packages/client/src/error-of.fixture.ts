/** @module Test fixture: keeps a rejection so that a test can check it later. */
import { EdgeError } from '@longwire/protocol';

/** Resolves with the error of a promise, or with `no error` if the promise resolves. */
export async function errorOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => 'no error',
    (error: unknown) => error,
  );
}

/** The same with the code of an `EdgeError` instead of the error. */
export async function codeOf(promise: Promise<unknown>): Promise<unknown> {
  const error = await errorOf(promise);
  return error instanceof EdgeError ? error.code : error;
}
