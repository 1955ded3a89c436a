/** @module The names for which ACME servers issue certificates. */
import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { EdgeError } from '@longwire/protocol';

/** Names of two labels or more. */
const DOMAIN = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/u;

/** Names that no ACME server on the Internet issues certificates for (RFC 6761, RFC 6762). */
const PRIVATE_SUFFIX = /\.(?:local|localhost|home\.arpa|internal|lan)$/u;

/** Checks a name and returns it in ASCII. @throws EdgeError ERR_CONFIG for a name that can get no certificate */
export function publicName(text: string): string {
  const name = domainToASCII(text);
  if (isIP(text) !== 0 || !DOMAIN.test(name)) {
    throw new EdgeError(
      'ERR_CONFIG',
      `domain "${text}" is invalid: want a public name such as cam.example.org`,
    );
  }
  if (!PRIVATE_SUFFIX.test(name)) return name;
  throw new EdgeError(
    'ERR_CONFIG',
    `no ACME server issues certificates for ${name}: use a public name, or local https`,
  );
}
