/** @module Reads the keys of an issuer from its server's response, in bounded memory. */
import { EdgeError } from '../errors/edge-error.ts';
import { utf8Decode } from '../bytes/utf8.ts';
import { concatBytes } from '../bytes/concat-bytes.ts';
import { parseJwks, type IssuerKeys, type ParseJwksOptions } from './parse-jwks.ts';

/** Largest response with keys, in bytes. Reason: fifty RSA keys with their certificates fit. */
const MAX_JWKS_BYTES = 256 * 1024;

/** Time limit of a fetch, in milliseconds. Reason: a login waits for it, and its client gives up after 10 s. */
export const JWKS_TIMEOUT_MS = 5_000;

/** The `Accept` header of a request for keys. */
export const JWKS_ACCEPT = 'application/jwk-set+json, application/json';

/** A response of the issuer's server; its body is read only if the status is 200. */
export interface JwksResponse {
  readonly status: number | undefined;
  readonly body: AsyncIterable<Uint8Array>;
}

/** Requests the keys and reads them. @throws EdgeError ERR_JWKS, whatever fails */
export async function readJwks(
  url: { readonly origin: string; readonly pathname: string },
  respond: () => Promise<JwksResponse>,
  options: ParseJwksOptions = {},
): Promise<IssuerKeys> {
  try {
    const { status, body } = await respond();
    if (status !== 200) throw new Error(`status ${status}`);
    return parseJwks(JSON.parse(utf8Decode(await bytesOf(body))), options);
  } catch (cause) {
    const where = `${url.origin}${url.pathname}`;
    throw new EdgeError('ERR_JWKS', `cannot fetch the issuer's keys from ${where}: ${reasonOf(cause)}`, {
      cause,
    });
  }
}

async function bytesOf(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > MAX_JWKS_BYTES) throw new Error(`more than ${MAX_JWKS_BYTES} bytes`);
    chunks.push(chunk);
  }
  return concatBytes(chunks);
}

/** When several addresses were tried, the aggregate error has a code but no message. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return cause.message === '' && 'code' in cause ? String(cause.code) : cause.message;
}
