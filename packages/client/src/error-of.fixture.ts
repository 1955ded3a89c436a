/** @module Test fixture: keeps a rejection so that a test can check it later. */

/** Resolves with the error of a promise, or with a string if the promise resolves. */
export async function errorOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => 'no error',
    (error: unknown) => error,
  );
}
