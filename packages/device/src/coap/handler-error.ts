/** @module How a handler answers with an error status. */
import { EdgeError } from '@longwire/protocol';

/** Thrown by a handler: the request is answered with this status and this text, which the client may show. */
export class HandlerError extends EdgeError {
  override readonly name = 'HandlerError';
  readonly statusCode: number;
  /** The diagnostic text of the answer; empty for none. */
  readonly text: string;

  constructor(statusCode: number, text = '', options?: ErrorOptions) {
    super('ERR_REQUEST_REFUSED', `request refused with status ${statusCode}`, options);
    this.statusCode = statusCode;
    this.text = text;
  }

  /** 400 "Bad request": the payload is not what this resource takes. */
  static badRequest(text = 'Bad request', options?: ErrorOptions): HandlerError {
    return new HandlerError(400, text, options);
  }

  /** 403 "Access Denied": the connection's role does not allow the action. */
  static accessDenied(): HandlerError {
    return new HandlerError(403, 'Access Denied');
  }

  /** 404 "Resource not found": there is no such path, or not with this method. */
  static resourceNotFound(): HandlerError {
    return new HandlerError(404, 'Resource not found');
  }
}
