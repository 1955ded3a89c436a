/** @module Errors of the HTTP API. */
import { EdgeError, type ErrorCode } from '@longwire/protocol';

/** Extra response headers. */
export type AnswerHeaders = Readonly<Record<string, string>>;

/** Seconds until a client should retry while the database is unavailable. */
const RETRY_UNAVAILABLE_SECONDS = 5;

/**
 * An error with its HTTP status. The message goes to the caller: it must contain neither input nor secrets.
 */
export class ApiError extends EdgeError {
  override readonly name = 'ApiError';
  readonly statusCode: number;
  readonly headers: AnswerHeaders;

  constructor(
    statusCode: number,
    code: ErrorCode,
    message: string,
    options: { readonly headers?: AnswerHeaders; readonly cause?: unknown } = {},
  ) {
    super(code, message, { cause: options.cause });
    this.statusCode = statusCode;
    this.headers = options.headers ?? {};
  }

  static badRequest(message: string, statusCode = 400): ApiError {
    return new ApiError(statusCode, 'ERR_BAD_REQUEST', message);
  }

  static unauthenticated(): ApiError {
    return new ApiError(401, 'ERR_UNAUTHENTICATED', 'requires an API key or an operator session', {
      headers: { 'www-authenticate': 'Bearer realm="longwire"' },
    });
  }

  static forbidden(message: string): ApiError {
    return new ApiError(403, 'ERR_FORBIDDEN', message);
  }

  static origin(message: string): ApiError {
    return new ApiError(403, 'ERR_ORIGIN', message);
  }

  static notFound(message: string): ApiError {
    return new ApiError(404, 'ERR_NOT_FOUND', message);
  }

  static mediaType(): ApiError {
    return new ApiError(415, 'ERR_MEDIA_TYPE', 'this route does not accept the content type of the body');
  }

  static rateLimited(retryAfterSeconds: number): ApiError {
    const seconds = String(Math.max(1, Math.ceil(retryAfterSeconds)));
    return new ApiError(429, 'ERR_RATE_LIMITED', `too many attempts: try again in ${seconds} s`, {
      headers: { 'retry-after': seconds },
    });
  }

  static unavailable(message: string, cause?: unknown): ApiError {
    return new ApiError(503, 'ERR_UNAVAILABLE', message, {
      cause,
      headers: { 'retry-after': String(RETRY_UNAVAILABLE_SECONDS) },
    });
  }

  static internal(cause: unknown): ApiError {
    return new ApiError(500, 'ERR_INTERNAL', 'internal error: see the log of the service', { cause });
  }
}

/** Status of errors that other parts of the service throw and the caller can fix. */
const STATUS_OF: Readonly<Record<string, number>> = {
  ERR_NOT_FOUND: 404,
  ERR_ALREADY_EXISTS: 409,
  ERR_CONFLICT: 409,
  ERR_REGISTRY_LIMIT: 409,
  ERR_IMPORT: 400,
  ERR_LIFETIME: 400,
  ERR_JWKS: 400,
  ERR_NAME_FORMAT: 400,
  ERR_FINGERPRINT_FORMAT: 400,
  ERR_PASSWORD_LENGTH: 400,
};

/** Errors of the framework, by its codes. */
const FRAMEWORK: Readonly<Record<string, () => ApiError>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => new ApiError(413, 'ERR_BODY_TOO_LARGE', 'request body is too large'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => ApiError.mediaType(),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    ApiError.badRequest('request body does not match its Content-Length'),
  FST_ERR_BAD_URL: () => ApiError.badRequest('path is not percent-encoded UTF-8'),
  FST_ERR_MAX_PARAM_LENGTH: () => ApiError.badRequest('path segment is too long', 414),
  FST_ERR_HANDLER_TIMEOUT: () => ApiError.unavailable('the request timed out'),
};

/** Converts any thrown value; an unknown error becomes a 500 without details. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof EdgeError) return fromEdgeError(error);
  const code = codeOf(error);
  const factory = FRAMEWORK[code];
  if (factory !== undefined) return factory();
  if (isFrameworkRefusal(error, code))
    return ApiError.badRequest('request is invalid: see the API description');
  return ApiError.internal(error);
}

function fromEdgeError(error: EdgeError): ApiError {
  if (error.code === 'ERR_DATABASE') {
    return ApiError.unavailable('the database is not available', error);
  }
  // too many password checks are running
  if (error.code === 'ERR_LOGIN_THROTTLED') return ApiError.rateLimited(1);
  const status = STATUS_OF[error.code];
  if (status === undefined) return ApiError.internal(error);
  return new ApiError(status, error.code, error.message, { cause: error });
}

function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return '';
  return String(error.code);
}

/** Other errors of the framework that the caller caused. */
function isFrameworkRefusal(error: unknown, code: string): boolean {
  if (!code.startsWith('FST_') || !(error instanceof Error) || !('statusCode' in error)) return false;
  return Number(error.statusCode) >= 400 && Number(error.statusCode) < 500;
}
