/** @module What `GET /.well-known/wot` answers: the described resources as a Thing Description (W3C WoT Thing Description 1.1). */
import { assertNever } from '@longwire/protocol';
import { targetOfPath } from '@longwire/protocol/link-format';
import type { DataSchema } from './data-schema.ts';
import type { Affordance } from './described-resource.ts';
import type { Route } from './route.ts';

/** Where a device has its description (W3C WoT Discovery, section 6.3). */
export const THING_DESCRIPTION_PATH = '/.well-known/wot';

/** The content format of `application/td+json` (IANA, CoAP Content-Formats). */
export const THING_DESCRIPTION_FORMAT = 432;

/** The resource type of a link to one (W3C WoT Discovery, section 6.4). */
export const THING_DESCRIPTION_TYPE = 'wot.thing';

const CONTENT_TYPE = 'application/json';

/** The description of those routes that have one, for a caller who may use these routes. */
export function describeThing(title: string, routes: readonly Route[]): string {
  const properties: Record<string, unknown> = {};
  const actions: Record<string, unknown> = {};
  const byPath = Map.groupBy(
    routes.filter(({ affordance }) => affordance !== undefined),
    ({ segments }) => segments.join('/'),
  );
  for (const [name, methods] of byPath) {
    const affordance = methods[0]?.affordance;
    if (affordance?.kind === 'property') properties[name] = propertyOf(affordance, name, methods);
    if (affordance?.kind === 'action') actions[name] = actionOf(affordance, name);
  }
  return JSON.stringify({
    '@context': 'https://www.w3.org/2022/wot/td/v1.1',
    title,
    // The connection itself has proven who is at its ends.
    securityDefinitions: { connection: { scheme: 'auto' } },
    security: 'connection',
    properties,
    actions,
  });
}

function propertyOf(
  { text, schema }: Extract<Affordance, { readonly kind: 'property' }>,
  name: string,
  routes: readonly Route[],
): object {
  const isReadable = routes.some(({ method }) => method === 'GET');
  const isWritable = routes.some(({ method }) => method === 'PUT');
  const form = { href: targetOfPath(`/${name}`), contentType: CONTENT_TYPE };
  const operations = [isReadable && 'readproperty', isWritable && 'writeproperty'].filter(Boolean);
  const observation = { ...form, op: ['observeproperty', 'unobserveproperty'], subprotocol: 'cov:observe' };
  return {
    ...textOf(text),
    ...schemaFields(schema),
    ...(isWritable ? {} : { readOnly: true }),
    ...(isReadable ? { observable: true } : { writeOnly: true }),
    forms: [{ ...form, op: operations }, ...(isReadable ? [observation] : [])],
  };
}

/** A schema is the maker's object, which has handlers and texts too. What is undefined does not get into JSON. */
function schemaFields(schema: DataSchema): object {
  switch (schema.type) {
    case 'boolean':
      return { type: schema.type };
    case 'string':
      return { type: schema.type, maxLength: schema.maxLength, oneOf: schema.oneOf };
    case 'number':
    case 'integer': {
      const { type, unit, minimum, maximum, multipleOf } = schema;
      return { type, unit, minimum, maximum, multipleOf };
    }
    default:
      return assertNever(schema);
  }
}

function actionOf(
  { text, isSafe, isIdempotent }: Extract<Affordance, { readonly kind: 'action' }>,
  name: string,
): object {
  const form = { href: targetOfPath(`/${name}`), op: 'invokeaction', contentType: CONTENT_TYPE };
  return { ...textOf(text), safe: isSafe, idempotent: isIdempotent, forms: [form] };
}

function textOf({ title, description }: Affordance['text']): object {
  return { title, description };
}
