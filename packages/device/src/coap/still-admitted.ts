/** @module An answer counts under the rights of the moment in which it is sent, and not of the one in which it was asked for. */
import type { CoapResponse } from './coap-response.ts';
import type { IncomingRequest } from './incoming-request.ts';
import type { RequestContext, RequestHandler } from './router.ts';

/**
 * The answer to a request whose rights were taken meanwhile is their refusal; one that says nothing but that something is done stays
 * as it is, since it is done.
 */
export function unlessRefused(
  response: CoapResponse,
  { router, context }: { readonly router: RequestHandler; readonly context: RequestContext },
  request: IncomingRequest,
): CoapResponse {
  if (response.payload === undefined) return response;
  const admission = router.admit(request, context);
  return admission.isAdmitted ? response : admission.response;
}
