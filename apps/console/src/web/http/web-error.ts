/** @module What goes wrong between the console and a device's web server, told apart by what a person can do about it. */

/** The causes. */
export type WebErrorKind =
  /** The role may not use the stream. */
  | 'forbidden'
  /** The device has no stream of that number. */
  | 'noTunnel'
  /** Nothing answers where the stream leads. */
  | 'unreachable'
  /** The connection to the device has gone. */
  | 'disconnected'
  /** Too much at once. */
  | 'busy'
  /** No answer in time. */
  | 'timeout'
  /** The connection ended before the answer did. */
  | 'cutOff'
  /** What came is no HTTP. */
  | 'malformed'
  /** What came is TLS. */
  | 'tls'
  /** Whoever asked does not want the answer any more. */
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

/** What came is no HTTP. */
export const malformed = (what: string): WebError => new WebError('malformed', `answer expected ${what}`);
