/** @module Checks that resources make before they act: a right, a user, a body. */
import { ContentFormat, parseFingerprint, type CborValue, type Fingerprint } from '@longwire/protocol';
import { decodeCbor } from '@longwire/protocol/cbor';
import { HandlerError } from '../../coap/handler-error.ts';
import type { Attributes } from '../evaluate-policy.ts';
import type { IamCall } from '../iam-resource.ts';
import { findUser, type StoredUser } from '../iam-state.ts';
import { isCallerAllowed } from '../is-allowed.ts';

/** An answer without a payload. */
export const emptyError = (statusCode: number): HandlerError => new HandlerError(statusCode);

/** The value of a `:name` of the path. */
export function pathParam({ params }: IamCall, name: string): string {
  return params[name] ?? '';
}

/** @throws HandlerError 403 unless the caller may do the action. */
export function requireAction(call: IamCall, action: string, attributes?: Attributes): void {
  if (!isCallerAllowed(call, action, attributes)) throw HandlerError.accessDenied();
}

/** The user named in the path, once the caller may do the action to that user. @throws HandlerError 403, 404. */
export function requireUser(call: IamCall, action: string, attributes?: Attributes): StoredUser {
  const username = pathParam(call, 'username');
  requireAction(call, action, { ...attributes, 'IAM:Username': username });
  const user = findUser(call.state, username);
  if (user === undefined) throw emptyError(404);
  return user;
}

/** CBOR's undefined, which the decoder reads as null. */
const CBOR_UNDEFINED = 0xf7;

/**
 * The payload's one CBOR value. Undefined is treated as an empty map and never as null, which clears: a client that omits the value
 * must not clear a password.
 * @throws HandlerError 400 for another content format, no payload or invalid CBOR.
 */
export function cborBody({ contentFormat, payload }: IamCall): CborValue {
  if (contentFormat !== ContentFormat.cbor || payload === undefined || payload.length === 0)
    throw HandlerError.badRequest();
  if (payload[0] === CBOR_UNDEFINED) return {};
  try {
    return decodeCbor(payload);
  } catch (cause) {
    throw HandlerError.badRequest('Bad request', { cause });
  }
}

/** A text within its limits. @throws HandlerError 400 with the given text. */
export function checkedText(
  value: CborValue | undefined,
  check: (text: string) => string,
  notText: string,
  outOfLimits: string,
): string {
  if (typeof value !== 'string') throw HandlerError.badRequest(notText);
  try {
    return check(value);
  } catch (cause) {
    throw HandlerError.badRequest(outOfLimits, { cause });
  }
}

/** A member of a CBOR map; undefined if the value is not a map or has no such key. */
export function bodyMember(body: CborValue, key: string): CborValue | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body) || body instanceof Uint8Array)
    return undefined;
  return Object.entries(body).find(([name]) => name === key)?.[1];
}

/** A fingerprint in lower case. @throws HandlerError 400 unless it is 64 hex digits. */
export function fingerprintOf(text: string): Fingerprint {
  try {
    return parseFingerprint(text);
  } catch (cause) {
    throw HandlerError.badRequest('Invalid fingerprint', { cause });
  }
}
