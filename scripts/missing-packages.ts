/** @module Whether what is installed is what the lock file says: after a pull, `npm ci` may be due. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A lock file, as far as it is read here. */
export interface Lock {
  readonly packages: Readonly<
    Record<string, { readonly version?: string; readonly optional?: boolean; readonly link?: boolean }>
  >;
}

/** The packages of the lock file that are not installed in its version, without those that only other machines need. */
export function missingPackages(wanted: Lock, installed: Lock): readonly string[] {
  return Object.entries(wanted.packages).flatMap(([place, { version, optional = false, link = false }]) => {
    const isOurs = !place.startsWith('node_modules/') || link;
    return isOurs || optional || installed.packages[place]?.version === version ? [] : [place];
  });
}

/** The same for a repository's folder; npm notes there what it has installed. */
export function missingPackagesIn(root: string): readonly string[] {
  const note = join(root, 'node_modules/.package-lock.json');
  const installed: Lock = existsSync(note) ? JSON.parse(readFileSync(note, 'utf8')) : { packages: {} };
  return missingPackages(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')), installed);
}
