/** @module Authorities that a browser trusts, in a folder of its own. */
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';

/** Where Chromium looks for them below its home folder. */
export const CHROMIUM_TRUST = '.pki/nssdb';

/** Trusts the authority of a PEM file in the certificate database of a folder, as both browsers use it. */
export function trustAuthority(authority: string, folder: string): void {
  mkdirSync(folder, { recursive: true });
  execFileSync('certutil', ['-d', `sql:${folder}`, '-N', '--empty-password']);
  execFileSync('certutil', ['-d', `sql:${folder}`, '-A', '-t', 'C,,', '-n', 'longwire', '-i', authority]);
}
