/** @module Short descriptions of errors, for findings and messages. */

/** The error code of the system or a library, without any details of the request. */
export function faultOf(error: unknown): string {
  if (error instanceof AggregateError) return faultOf(error.errors[0]);
  if (!(error instanceof Error)) return 'unknown error';
  if (error.name === 'TimeoutError') return 'no answer in time';
  const { code } = Object.assign({ code: undefined }, error);
  if (typeof code === 'string' && code !== '') return code;
  return error.cause instanceof Error ? faultOf(error.cause) : error.name;
}
