/** @module The body of a request: decoded by its content format, then checked by the route's schema. */
import { ContentFormat, EdgeError, utf8Decode } from '@longwire/protocol';
import { decodeCbor, MAX_CBOR_DEPTH } from '@longwire/protocol/cbor';
import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { DeviceRequest } from './device-request.ts';
import { HandlerError } from './handler-error.ts';

/** Checks a body; any library with Standard Schemas makes one. */
export type BodySchema<Body> = StandardSchemaV1<unknown, Body>;

/** Deepest nesting of objects and lists. Reason: that of CBOR; schemas that call themselves would run out of stack. */
const MAX_BODY_DEPTH = MAX_CBOR_DEPTH;

/** Most segments of a place that an answer names. Reason: enough to find a field, and a bound on the text. */
const MAX_PLACE_SEGMENTS = 8;

/** A name that is repeated in an answer. Reason: a key may be the client's own and hold anything. */
const PLAIN_NAME = /^[\w-]{1,32}$/u;

/**
 * The checked body of a request; undefined where there is no schema, which is then what `Body` stands for.
 * @throws HandlerError 400 where there is none, it cannot be read or is not what the schema wants, 415 for another content format.
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
    throw HandlerError.badRequest('body expected to be JSON');
  }
}

function decodeItem(payload: Uint8Array): unknown {
  try {
    return decodeCbor(payload);
  } catch (cause) {
    if (cause instanceof EdgeError) throw HandlerError.badRequest('body expected to be CBOR', { cause });
    throw cause;
  }
}

/** Whether a value is nested within bounds and has no `__proto__`, which a schema that copies keys would take for a prototype. */
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

/** Names the first place that is wrong, and nothing of what stands there. */
function placeOf([issue]: readonly StandardSchemaV1.Issue[]): string {
  const keys = (issue?.path ?? []).map((segment) =>
    String(typeof segment === 'object' ? segment.key : segment),
  );
  if (keys.length === 0) return 'body of the wrong shape';
  const names = keys.slice(0, MAX_PLACE_SEGMENTS).map((key) => (PLAIN_NAME.test(key) ? key : '?'));
  return `body with a wrong ${names.join('.')}${keys.length > names.length ? '…' : ''}`;
}
