/** @module Error answers of handlers. */
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

  /** 400 "Bad request": the resource does not accept this payload. */
  static badRequest(text = 'Bad request', options?: ErrorOptions): HandlerError {
    return new HandlerError(400, text, options);
  }

  /** 403 "Access Denied": the connection's role does not allow the action. */
  static accessDenied(text = 'Access Denied'): HandlerError {
    return new HandlerError(403, text);
  }

  /** 404 "Resource not found": the path does not exist, or not with this method. */
  static resourceNotFound(text = 'Resource not found'): HandlerError {
    return new HandlerError(404, text);
  }

  /** 409 "Conflict": the request contradicts the current state. */
  static conflict(text = 'Conflict'): HandlerError {
    return new HandlerError(409, text);
  }

  /** 412 "Precondition failed": the resource has changed since the client read it. */
  static preconditionFailed(text = 'Precondition failed'): HandlerError {
    return new HandlerError(412, text);
  }

  /** 415 "Unsupported content format": the resource does not accept payloads of this content format. */
  static unsupportedFormat(text = 'Unsupported content format'): HandlerError {
    return new HandlerError(415, text);
  }

  /** 503 "Not available": the resource cannot be reached now. */
  static notAvailable(text = 'Not available', options?: ErrorOptions): HandlerError {
    return new HandlerError(503, text, options);
  }
}
