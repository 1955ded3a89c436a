/** @module The issuer whose tokens a device accepts, and the location of its keys. */
import { EdgeError, parseJwks } from '@longwire/protocol';
import type { JSONWebKeySet } from 'jose';

/** An issuer of tokens. */
export interface OauthOptions {
  /** The `iss` of its tokens, exactly. */
  readonly issuer: string;
  /** The value that `aud` must contain; unless given any audience is accepted, so set it where the issuer serves other applications too. */
  readonly audience?: string;
  /** Its public keys: an https URL (http on loopback), or the JSON Web Key Set itself. */
  readonly jwks: string | { readonly keys: readonly object[] };
  /** Refuses tokens without an expiry. Off by default, as on deployed devices. */
  readonly requireExpiry?: boolean;
}

/** The validated location of the keys. */
export type JwksLocation =
  | { readonly kind: 'url'; readonly url: URL }
  | { readonly kind: 'keys'; readonly keys: JSONWebKeySet };

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/u;

function wrong(message: string, cause?: unknown): EdgeError {
  return new EdgeError('ERR_DEVICE_OPTIONS', message, { cause });
}

/** The address of keys; undefined for one that a network attacker can impersonate, because the keys decide which tokens are valid, or with a user name. */
export function safeJwksUrl(text: string): URL | undefined {
  const url = URL.parse(text);
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.test(url.hostname));
  return isSafe && url.username === '' && url.password === '' ? url : undefined;
}

/** The location of an issuer's keys. @throws EdgeError ERR_DEVICE_OPTIONS for options that would accept no token at all, or any token. */
export function jwksLocation({ issuer, audience, jwks }: OauthOptions): JwksLocation {
  if (issuer === '') throw wrong('oauth.issuer must not be empty: set it to the iss of the tokens');
  if (audience === '') throw wrong('oauth.audience must not be empty: leave it out to accept any audience');
  if (typeof jwks === 'string') {
    const url = safeJwksUrl(jwks);
    if (url === undefined)
      throw wrong('oauth.jwks must be an https URL without a user name, or a JSON Web Key Set');
    return { kind: 'url', url };
  }
  try {
    return { kind: 'keys', keys: parseJwks(jwks, { isNamed: true }) };
  } catch (cause) {
    throw wrong('oauth.jwks must be a URL or a set of public keys, each with a kid', cause);
  }
}
