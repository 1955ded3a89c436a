/** @module What is answered when a request is not done. */
import { EdgeError, type ErrorCode } from '@longwire/protocol';

/** Extra headers of an answer. */
export type AnswerHeaders = Readonly<Record<string, string>>;

/** Seconds after which a service without its database is worth another try. */
const RETRY_UNAVAILABLE_SECONDS = 5;

/** An error with the status it is answered with. Its message goes to the caller: it holds nothing that was sent and no secret. */
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
    return new ApiError(401, 'ERR_UNAUTHENTICATED', 'expected an API key or the session of an operator', {
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
    return new ApiError(415, 'ERR_MEDIA_TYPE', 'body expected the content type that this route takes');
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
    return new ApiError(500, 'ERR_INTERNAL', 'the service failed: its log says how', { cause });
  }
}

/** The statuses of the errors that other parts of the service throw for a reason that the caller can mend. */
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

/** What the framework says by its own codes. */
const FRAMEWORK: Readonly<Record<string, () => ApiError>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () =>
    new ApiError(413, 'ERR_BODY_TOO_LARGE', 'body expected fewer bytes than were sent'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => ApiError.mediaType(),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    ApiError.badRequest('body expected the length that was announced'),
  FST_ERR_BAD_URL: () => ApiError.badRequest('path expected percent-encoded UTF-8'),
  FST_ERR_MAX_PARAM_LENGTH: () => ApiError.badRequest('path expected shorter parts', 414),
  FST_ERR_HANDLER_TIMEOUT: () => ApiError.unavailable('the answer took too long'),
};

/** The answer for anything that was thrown; what nobody expected is a 500 that tells nothing. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof EdgeError) return fromEdgeError(error);
  const code = codeOf(error);
  const known = FRAMEWORK[code];
  if (known !== undefined) return known();
  if (isFrameworkRefusal(error, code)) return ApiError.badRequest('request expected as the API describes it');
  return ApiError.internal(error);
}

function fromEdgeError(error: EdgeError): ApiError {
  if (error.code === 'ERR_DATABASE') {
    return ApiError.unavailable('the database does not answer', error);
  }
  // too many passwords are being checked at this moment
  if (error.code === 'ERR_LOGIN_THROTTLED') return ApiError.rateLimited(1);
  const status = STATUS_OF[error.code];
  if (status === undefined) return ApiError.internal(error);
  return new ApiError(status, error.code, error.message, { cause: error });
}

function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return '';
  return String(error.code);
}

/** Other refusals of the framework, all of them the caller's fault. */
function isFrameworkRefusal(error: unknown, code: string): boolean {
  if (!code.startsWith('FST_') || !(error instanceof Error) || !('statusCode' in error)) return false;
  return Number(error.statusCode) >= 400 && Number(error.statusCode) < 500;
}
