/** @module Compact JWS (RFC 7515 section 3.1) signed by ES256, with the signer's public key in the header. */
import { base64urlDecode, base64urlEncode } from '../bytes/base64url.ts';
import { utf8Decode, utf8Encode } from '../bytes/utf8.ts';
import { EdgeError } from '../errors/edge-error.ts';
import type { Parsed } from '../parsed.ts';
import { parsePublicJwk, publicPoint, type PublicJwk } from './public-jwk.ts';
import type { SigningKey } from './signing-key.ts';
import { parseStrictJsonObject } from './strict-json.ts';
import type { SubtleVerifier } from './subtle-verifier.ts';

/** Longest token that is parsed, in characters. Reason: devices send 500 to 700; the peer controls only the nonce. */
const MAX_TOKEN_CHARACTERS = 8192;

const SIGNATURE_BYTES = 64;

/** The parts of a token; untrusted until {@link verifyJws} accepts it. */
export interface UnverifiedJws {
  readonly header: ReadonlyMap<string, unknown>;
  readonly claims: ReadonlyMap<string, unknown>;
  readonly jwk: PublicJwk;
  readonly signature: Uint8Array<ArrayBuffer>;
  readonly signed: Uint8Array<ArrayBuffer>;
}

/** Signs claims as a token. @throws EdgeError ERR_PUBLIC_KEY for a bad key, ERR_STATE for a signature that is not 64 bytes. */
export async function signJws(options: {
  readonly typ: string;
  readonly claims: Readonly<Record<string, string | readonly string[]>>;
  readonly key: SigningKey;
}): Promise<string> {
  const header = { alg: 'ES256', typ: options.typ, jwk: parsePublicJwk(options.key.jwk) };
  const signed = `${encodePart(header)}.${encodePart(options.claims)}`;
  const signature = await options.key.sign(utf8Encode(signed));
  if (signature.length !== SIGNATURE_BYTES) {
    throw new EdgeError(
      'ERR_STATE',
      `invalid signature: want ${SIGNATURE_BYTES} bytes of r || s, got ${signature.length}`,
    );
  }
  return `${signed}.${base64urlEncode(signature)}`;
}

/**
 * Parses a token; refuses malformed ones, other algorithms, critical extensions, and keys that `parseKey` refuses.
 */
export function parseJws(
  token: string,
  parseKey: (value: unknown) => PublicJwk = parsePublicJwk,
): Parsed<UnverifiedJws> {
  if (token.length > MAX_TOKEN_CHARACTERS) return { ok: false, reason: 'token is too long' };
  const [head, body, tail, ...more] = token.split('.');
  if (head === undefined || body === undefined || tail === undefined || more.length > 0) {
    return { ok: false, reason: 'token does not have three parts' };
  }
  try {
    const header = parseStrictJsonObject(utf8Decode(base64urlDecode(head)));
    const claims = parseStrictJsonObject(utf8Decode(base64urlDecode(body)));
    const signature = base64urlDecode(tail);
    if (!header.ok) return { ok: false, reason: `header is ${header.reason}` };
    if (!claims.ok) return { ok: false, reason: `payload is ${claims.reason}` };
    if (header.value.get('alg') !== 'ES256') return { ok: false, reason: 'alg is not ES256' };
    if (header.value.has('crit')) return { ok: false, reason: 'header has critical extensions' };
    if (signature.length !== SIGNATURE_BYTES) return { ok: false, reason: 'signature is not 64 bytes' };
    const jwk = parseKey(header.value.get('jwk'));
    const signed = utf8Encode(`${head}.${body}`);
    return { ok: true, value: { header: header.value, claims: claims.value, jwk, signature, signed } };
  } catch (error) {
    if (error instanceof EdgeError) return { ok: false, reason: error.message };
    throw error;
  }
}

/** Whether the key in the token's header signed it; the caller decides whether that key is trusted. */
export async function verifyJws(jws: UnverifiedJws, subtle: SubtleVerifier): Promise<boolean> {
  const curve = { name: 'ECDSA', namedCurve: 'P-256' } as const;
  const key = await subtle.importKey('raw', publicPoint(jws.jwk), curve, false, ['verify']);
  return await subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, jws.signature, jws.signed);
}

function encodePart(value: object): string {
  return base64urlEncode(utf8Encode(JSON.stringify(value)));
}
