/** @module Whose tokens a device takes, and where the keys are that sign them. */
import { EdgeError } from '@longwire/protocol';
import type { JSONWebKeySet } from 'jose';
import { parseJwks } from './parse-jwks.ts';

/** An issuer of tokens. */
export interface OauthOptions {
  /** The `iss` of its tokens, exactly. */
  readonly issuer: string;
  /** What the `aud` of its tokens must hold; any audience unless given, so give it wherever the issuer serves others too. */
  readonly audience?: string;
  /** Its public keys: an https URL (http on loopback), or the JSON Web Key Set itself. */
  readonly jwks: string | { readonly keys: readonly object[] };
  /** Refuses tokens that never end. Deployed devices take them, so this one does too unless told otherwise. */
  readonly requireExpiry?: boolean;
}

/** Where keys come from, checked. */
export type JwksLocation =
  | { readonly kind: 'url'; readonly url: URL }
  | { readonly kind: 'keys'; readonly keys: JSONWebKeySet };

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/u;

function wrong(message: string, cause?: unknown): EdgeError {
  return new EdgeError('ERR_DEVICE_OPTIONS', message, { cause });
}

/** An address that nobody on the way can answer for: whoever answers says which tokens are good. */
function jwksUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.test(url.hostname));
  if (url === undefined || !isSafe || url.username !== '' || url.password !== '')
    throw wrong('oauth.jwks expected an https URL without a user name, or a JSON Web Key Set');
  return url;
}

/** Where the keys of an issuer are. @throws EdgeError ERR_DEVICE_OPTIONS for options that could never let anybody in, or anybody at all. */
export function jwksLocation({ issuer, audience, jwks }: OauthOptions): JwksLocation {
  if (issuer === '') throw wrong('oauth.issuer expected to be the iss of the tokens, got nothing');
  if (audience === '') throw wrong('oauth.audience expected to be left out or not empty');
  if (typeof jwks === 'string') return { kind: 'url', url: jwksUrl(jwks) };
  try {
    return { kind: 'keys', keys: parseJwks(jwks) };
  } catch (cause) {
    throw wrong('oauth.jwks expected a URL or public keys with a kid each', cause);
  }
}
