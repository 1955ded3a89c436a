/** @module An error that a test looks at later than it comes. */

/** What a promise is rejected with; a text where it is not. */
export async function errorOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => 'no error',
    (error: unknown) => error,
  );
}
