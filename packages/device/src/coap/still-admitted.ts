/** @module An answer is subject to the rights at the time it is sent, not at the time of its request. */
import type { CoapResponse } from './coap-response.ts';
import type { IncomingRequest } from './incoming-request.ts';
import type { RequestContext, RequestHandler } from './router.ts';

/**
 * Replaces the answer to a request whose rights were withdrawn meanwhile by their refusal. An empty success is kept, since the effect
 * has taken place.
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
