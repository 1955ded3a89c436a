/** @module Registers a described resource: its routes, with the same right, the same facts and one description. */
import { ContentFormat, EdgeError, given } from '@longwire/protocol';
import type { AppRoutes } from './app-routes.ts';
import { bodyOf, checkDataSchema } from './data-schema.ts';
import type {
  ActionResource,
  Affordance,
  ResourceText,
  ValueHandlers,
  ValueResource,
} from './described-resource.ts';
import type { HandlerReply } from './coap-response.ts';
import type { ObservableResource } from './observable-resource.ts';
import type { ResourceFacts } from './resource-facts.ts';

/** The interface descriptions of CoRE (draft-ietf-core-interfaces-14, section 4): GET, and GET with PUT. */
const SENSOR = 'core.s';
const PARAMETER = 'core.p';

/** Registers a resource with a value: GET, observable, and PUT if it can be changed. @throws EdgeError ERR_ROUTE */
export function addValueResource(
  routes: AppRoutes,
  path: string,
  resource: ValueResource,
): ObservableResource {
  checkText(path, resource);
  checkDataSchema(resource);
  // The check of the body guarantees what TypeScript cannot follow: the handlers get values of the resource's own type.
  const handlers: ValueHandlers<unknown> = resource;
  const affordance: Affordance = { kind: 'property', text: resource, schema: resource };
  const { action, writeAction = action } = resource;
  const observable = routes.addObservable(path, async (request) => jsonReply(await handlers.get(request)), {
    ...rightOf(action),
    facts: factsOf(resource, SENSOR),
    affordance,
  });
  if (resource.put === undefined) return observable;
  routes.add(
    'PUT',
    path,
    async (request): Promise<void> => {
      let hasNotified = false;
      const stop = observable.watch({}, () => (hasNotified = true));
      let change: unknown;
      try {
        change = handlers.put?.(request.body, request);
      } finally {
        stop();
      }
      await change;
      // A change that was made and notified within the call is not sent twice.
      if (!hasNotified || change !== undefined) observable.notify();
    },
    {
      ...rightOf(writeAction),
      body: bodyOf(resource),
      facts: factsOf(resource, PARAMETER),
      affordance,
    },
  );
  return observable;
}

/** Registers a resource that does something: POST. @throws EdgeError ERR_ROUTE */
export function addActionResource(routes: AppRoutes, path: string, resource: ActionResource): void {
  checkText(path, resource);
  const { post, safe: isSafe = false, idempotent: isIdempotent = false, action } = resource;
  routes.add(
    'POST',
    path,
    async (request): Promise<HandlerReply> => {
      await post(request);
      return { statusCode: 204 };
    },
    {
      ...rightOf(action),
      facts: factsOf(resource),
      affordance: { kind: 'action', text: resource, isSafe, isIdempotent },
    },
  );
}

function checkText(path: string, { title, description = '' }: ResourceText): void {
  if (path.includes('/:'))
    throw new EdgeError('ERR_ROUTE', `a described resource has no ':name', got '${path}'`);
  if (title.trim() === '') throw new EdgeError('ERR_ROUTE', 'title must not be empty');
  if (description.length > MAX_DESCRIPTION_LENGTH)
    throw new EdgeError('ERR_ROUTE', `description must have up to ${MAX_DESCRIPTION_LENGTH} characters`);
}

/** Longest description, in UTF-16 units. Reason: a sentence or two. */
const MAX_DESCRIPTION_LENGTH = 512;

function factsOf({ title, rt }: ResourceText, interfaceType?: string): ResourceFacts {
  return {
    title,
    ...given({ rt }),
    ...(interfaceType === undefined ? {} : { if: interfaceType, ct: ContentFormat.json }),
  };
}

function rightOf(action: string | null | undefined): { readonly action?: string | null } {
  return action === undefined ? {} : { action };
}

/** A text is JSON like every other value. */
function jsonReply(value: unknown): HandlerReply {
  return { statusCode: 205, contentFormat: ContentFormat.json, payload: JSON.stringify(value) };
}
