/** @module The packages that `npm ci --omit=dev` installs for the service, according to the lock file. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../step.ts';

interface LockedPackage {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly link?: boolean;
}

const { packages }: { packages: Readonly<Record<string, LockedPackage>> } = JSON.parse(
  readFileSync(join(ROOT, 'package-lock.json'), 'utf8'),
);

/** Finds a package that a module at `from` imports, as Node does: in its own directory or one above. */
function placeOf(name: string, from: string): string | undefined {
  const own = `${from === '' ? '' : `${from}/`}node_modules/${name}`;
  if (packages[own] !== undefined) return own;
  return from === ''
    ? undefined
    : placeOf(name, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))));
}

/**
 * The directories of all packages that the service and its packages need at run time, relative to the root.
 */
export function productionPackages(): readonly string[] {
  const found = new Set<string>();
  const visit = (from: string): void => {
    const { dependencies = {}, optionalDependencies = {} } = packages[from] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const place = placeOf(name, from);
      if (place === undefined || found.has(place) || packages[place]?.link === true) continue;
      found.add(place);
      visit(place);
    }
  };
  for (const workspace of ['packages/protocol', 'packages/cluster', 'packages/signaling']) visit(workspace);
  return [...found];
}
