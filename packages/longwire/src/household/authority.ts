/** @module The service's own authority, which made its certificate. */
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hasErrorCode } from '@longwire/protocol';
import type { HouseholdFiles } from './household-files.ts';

type AuthorityPath = Pick<HouseholdFiles, 'authority'>;

/** Its certificate in PEM; undefined before the service made it. */
export function readAuthority({ authority }: AuthorityPath): string | undefined {
  try {
    return readFileSync(authority, 'utf8');
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** SHA-256 of its certificate, as browsers show it: `AB:CD:…`; undefined before the service made it. */
export function authorityFingerprint(files: AuthorityPath): string | undefined {
  const pem = readAuthority(files);
  return pem === undefined ? undefined : new X509Certificate(pem).fingerprint256;
}
