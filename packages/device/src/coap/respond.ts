/** @module Runs a handler such that there is always an answer. */
import type { Logger, Method } from '@longwire/protocol';
import { isThenable, type MaybePromise } from './maybe-sync.ts';
import {
  errorResponse,
  isAnswerStatus,
  textResponse,
  toCoapResponse,
  type CoapResponse,
} from './coap-response.ts';
import { HandlerError } from './handler-error.ts';

/**
 * Runs a handler and turns its value or its error into an answer, synchronously if it is available; never throws and never rejects.
 * The texts of unexpected errors go to the log only.
 */
export function respond(method: Method, logger: Logger, run: () => unknown): MaybePromise<CoapResponse> {
  try {
    const value = run();
    return isThenable(value) ? respondLater(method, logger, value) : toCoapResponse(method, value);
  } catch (error) {
    return failure(method, logger, error);
  }
}

async function respondLater(
  method: Method,
  logger: Logger,
  value: PromiseLike<unknown>,
): Promise<CoapResponse> {
  try {
    return toCoapResponse(method, await value);
  } catch (error) {
    return failure(method, logger, error);
  }
}

function failure(method: Method, logger: Logger, error: unknown): CoapResponse {
  if (error instanceof HandlerError && isAnswerStatus(error.statusCode)) return errorResponse(error);
  logger.error('coap.handler-failed', { method, error });
  return textResponse(500, 'Internal error');
}
