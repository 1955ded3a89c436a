/** @module Whatever a handler does, there is an answer. */
import type { Logger, Method } from '@longwire/protocol';
import { errorResponse, textResponse, toCoapResponse, type CoapResponse } from './coap-response.ts';
import { HandlerError } from './handler-error.ts';

/** Runs a handler and makes its value or its error an answer; never rejects. Words of other errors go to the log alone. */
export async function respond(method: Method, logger: Logger, run: () => unknown): Promise<CoapResponse> {
  try {
    return toCoapResponse(method, await run());
  } catch (error) {
    if (error instanceof HandlerError) return errorResponse(error);
    logger.error('coap.handler-failed', { method, error });
    return textResponse(500, 'Internal error');
  }
}
