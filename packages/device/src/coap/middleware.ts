/** @module Functions that run before the handlers of an application, for rights, logging or metrics. */
import { EdgeError, type Logger } from '@longwire/protocol';
import type { CoapResponse, HandlerReply } from './coap-response.ts';
import type { DeviceRequest } from './device-request.ts';
import { HandlerError } from './handler-error.ts';
import { respond } from './respond.ts';
import type { Handler } from './route.ts';

/** Runs the rest of the chain once and resolves with its answer; further calls return the same answer. Never rejects. */
export type Next = () => Promise<CoapResponse>;

type Outcome = HandlerReply | string | undefined | void;

/**
 * Runs for a request that its route's action allows, before its body is parsed. A returned value is the answer; undefined, after
 * `next()`, keeps the answer as it is. A thrown error becomes an answer as in a handler.
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
      throw new EdgeError('ERR_ROUTE', 'middleware returned without an answer and without calling next()');
    // From here on next() runs nothing.
    answer ??= Promise.resolve(respond(request.method, logger, () => own));
    return own ?? answer;
  };
}
