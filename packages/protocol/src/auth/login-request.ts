/** @module The body of round 1 of a password login: CBOR `{T, Username}`. */
import { decodeCbor } from '../cbor/decode-cbor.ts';
import { encodeCbor } from '../cbor/encode-cbor.ts';
import type { CborValue } from '../cbor/cbor-value.ts';
import { utf8Encode } from '../bytes/utf8.ts';
import { EdgeError } from '../errors/edge-error.ts';

/** What a client sends first: its point and the user name. The point is checked when the login starts. */
export interface LoginRequest {
  readonly T: Uint8Array;
  readonly username: string;
}

/** Longest user name in a login, in UTF-8 bytes, as on deployed devices. Names of existing users have at most 64. */
const MAX_LOGIN_USERNAME_BYTES = 4096;

/** Encodes the body of round 1; T is a plain byte string, because devices refuse a tagged one. */
export function encodeLoginRequest({ T, username }: LoginRequest): Uint8Array<ArrayBuffer> {
  return encodeCbor({ T, Username: username });
}

/** Parses the body of round 1. @throws EdgeError ERR_SPAKE2_REQUEST unless it is a map with T as bytes and Username as text. */
export function parseLoginRequest(bytes: Uint8Array): LoginRequest {
  const map = decode(bytes);
  if (
    typeof map !== 'object' ||
    map === null ||
    map instanceof Uint8Array ||
    !('T' in map && 'Username' in map)
  ) {
    throw invalid('a map with T and Username');
  }
  const { T, Username: username } = map;
  if (!(T instanceof Uint8Array)) throw invalid('T as a byte string');
  if (typeof username !== 'string') throw invalid('Username as text');
  if (utf8Encode(username).length > MAX_LOGIN_USERNAME_BYTES)
    throw invalid(`a Username of at most ${MAX_LOGIN_USERNAME_BYTES} bytes`);
  return { T, username };
}

function decode(bytes: Uint8Array): CborValue {
  try {
    return decodeCbor(bytes);
  } catch (cause) {
    throw invalid('CBOR', cause);
  }
}

function invalid(expected: string, cause?: unknown): EdgeError {
  return new EdgeError('ERR_SPAKE2_REQUEST', `invalid login request: want ${expected}`, { cause });
}
