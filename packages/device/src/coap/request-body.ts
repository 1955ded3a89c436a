/** @module The body of a request: decoded by its content format, then checked by the route's schema. */
import { ContentFormat, EdgeError, utf8Decode } from '@longwire/protocol';
import { decodeCbor, MAX_CBOR_DEPTH } from '@longwire/protocol/cbor';
import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { DeviceRequest } from './device-request.ts';
import { HandlerError } from './handler-error.ts';

/** Validates a body; any library with Standard Schemas provides one. */
export type BodySchema<Body> = StandardSchemaV1<unknown, Body>;

/** Deepest nesting of objects and lists. Reason: the limit of the CBOR decoder; recursive schemas would exhaust the stack. */
const MAX_BODY_DEPTH = MAX_CBOR_DEPTH;

/** Most path segments of a wrong value that an answer names. Reason: enough to find a field, and a bound on the text. */
const MAX_PLACE_SEGMENTS = 8;

/** A name that an answer may repeat. Reason: a key may be the client's own and contain anything. */
const PLAIN_NAME = /^[\w-]{1,32}$/u;

/**
 * Parses and validates the body of a request; undefined without a schema, whose `Body` is undefined.
 * @throws HandlerError 400 when it is missing, malformed or refused by the schema, 415 for another content format.
 */
export function parseBody<Body>(
  request: DeviceRequest,
  schema: BodySchema<Body> | undefined,
): Body | Promise<Body>;
export function parseBody(request: DeviceRequest, schema: BodySchema<unknown> | undefined): unknown {
  return schema === undefined ? undefined : checkBody(request, schema);
}

async function checkBody(
  { payload, contentFormat }: DeviceRequest,
  schema: BodySchema<unknown>,
): Promise<unknown> {
  if (payload === undefined || payload.length === 0) throw HandlerError.badRequest('a body is missing');
  const result = await schema['~standard'].validate(decodeBody(payload, contentFormat));
  if (result.issues === undefined) return result.value;
  throw HandlerError.badRequest(placeOf(result.issues));
}

function decodeBody(payload: Uint8Array, contentFormat: number | undefined): unknown {
  if (contentFormat !== ContentFormat.json && contentFormat !== ContentFormat.cbor)
    throw HandlerError.unsupportedFormat('JSON or CBOR expected');
  const value: unknown = contentFormat === ContentFormat.json ? decodeJson(payload) : decodeItem(payload);
  if (!isPlain(value))
    throw HandlerError.badRequest('body nested too deeply, or with a key that is not allowed');
  return value;
}

function decodeJson(payload: Uint8Array): unknown {
  try {
    return JSON.parse(utf8Decode(payload));
  } catch {
    // The engine's own message quotes the text.
    throw HandlerError.badRequest('body is not valid JSON');
  }
}

function decodeItem(payload: Uint8Array): unknown {
  try {
    return decodeCbor(payload);
  } catch (cause) {
    if (cause instanceof EdgeError) throw HandlerError.badRequest('body is not valid CBOR', { cause });
    throw cause;
  }
}

/** Whether a value is nested within bounds and has no `__proto__`, which a schema that copies keys would set as the prototype. */
function isPlain(value: unknown): boolean {
  let containers = containersOf([value]);
  for (let depth = 0; depth < MAX_BODY_DEPTH; depth += 1) {
    if (containers.length === 0) return true;
    if (containers.some((container) => Object.hasOwn(container, '__proto__'))) return false;
    containers = containersOf(containers.flatMap((container) => Object.values(container)));
  }
  return containers.length === 0;
}

function containersOf(values: readonly unknown[]): readonly object[] {
  return values.filter(
    (value): value is object => typeof value === 'object' && value !== null && !(value instanceof Uint8Array),
  );
}

/** Names the first wrong place, but not its value. */
function placeOf([issue]: readonly StandardSchemaV1.Issue[]): string {
  const keys = (issue?.path ?? []).map((segment) =>
    String(typeof segment === 'object' ? segment.key : segment),
  );
  if (keys.length === 0) return 'body of the wrong shape';
  const names = keys.slice(0, MAX_PLACE_SEGMENTS).map((key) => (PLAIN_NAME.test(key) ? key : '?'));
  return `body with a wrong ${names.join('.')}${keys.length > names.length ? '…' : ''}`;
}
