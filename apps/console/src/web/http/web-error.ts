/** @module Errors between the console and a device's web server, in the kinds that a person can act on. */

/** The causes. */
export type WebErrorKind =
  /** The role may not use the stream. */
  | 'forbidden'
  /** The device has no stream with that number. */
  | 'noTunnel'
  /** The target of the stream does not respond. */
  | 'unreachable'
  /** The connection to the device was lost. */
  | 'disconnected'
  /** Too many requests. */
  | 'busy'
  /** No response in time. */
  | 'timeout'
  /** The connection ended before the response did. */
  | 'cutOff'
  /** The response is not HTTP. */
  | 'malformed'
  /** The response is TLS. */
  | 'tls'
  /** The caller no longer wants the response. */
  | 'cancelled';

/** A request to a device's web server that failed. */
export class WebError extends Error {
  override readonly name = 'WebError';
  readonly kind: WebErrorKind;

  constructor(kind: WebErrorKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

/** The error for a response that is not valid HTTP. */
export const malformed = (problem: string): WebError =>
  new WebError('malformed', `invalid response: ${problem}`);
