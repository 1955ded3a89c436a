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

/** How a browser comes to trust it. */
export interface Trust {
  /** The address of the page that hands it out. */
  readonly page: string;
  /** SHA-256 of its certificate, as browsers show it: `AB:CD:…`. */
  readonly fingerprint: string;
}

/** Undefined without that page, and before the service made the authority. */
export function trustBy(page: string | undefined, files: AuthorityPath): Trust | undefined {
  const pem = page === undefined ? undefined : readAuthority(files);
  if (page === undefined || pem === undefined) return undefined;
  return { page, fingerprint: new X509Certificate(pem).fingerprint256 };
}
