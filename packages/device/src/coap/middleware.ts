/** @module What stands before the handlers of an application: rights, logging, measuring. */
import { EdgeError, type Logger } from '@longwire/protocol';
import type { CoapResponse, HandlerReply } from './coap-response.ts';
import type { DeviceRequest } from './device-request.ts';
import { HandlerError } from './handler-error.ts';
import { respond } from './respond.ts';
import type { Handler } from './route.ts';

/** Runs what comes after, once, and resolves with its answer; called again it gives the same answer. Never rejects. */
export type Next = () => Promise<CoapResponse>;

type Outcome = HandlerReply | string | undefined | void;

/**
 * Sees a request that its route's action allows, before its body is read. What it returns is the answer; nothing, after
 * `next()`, leaves the answer as it is. What it throws is an answer as in a handler.
 */
export type Middleware = (request: DeviceRequest, next: Next) => Outcome | Promise<Outcome>;

/** Puts middleware before a handler; the first is the outermost. */
export function withMiddleware(stack: readonly Middleware[], handler: Handler, logger: Logger): Handler {
  return stack.reduceRight<Handler>((inner, middleware) => before(middleware, inner, logger), handler);
}

function before(middleware: Middleware, inner: Handler, logger: Logger): Handler {
  return async (request) => {
    let answer: Promise<CoapResponse> | undefined;
    const next: Next = () => {
      answer ??= Promise.resolve(
        respond(request.method, logger, () => {
          if (request.signal.aborted) throw new HandlerError(504, 'Handler timed out');
          return inner(request);
        }),
      );
      return answer;
    };
    const own = await middleware(request, next);
    if (own === undefined && answer === undefined)
      throw new EdgeError('ERR_ROUTE', 'middleware expected to answer or to call next(), did neither');
    // Whoever calls next() from here on runs nothing any more.
    answer ??= Promise.resolve(respond(request.method, logger, () => own));
    return own ?? answer;
  };
}
