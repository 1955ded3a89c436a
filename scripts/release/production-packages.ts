/** @module The packages that a workspace needs at run time, according to the lock file. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../step.ts';

interface LockedPackage {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly link?: boolean;
  /** The folder of a link. */
  readonly resolved?: string;
}

const { packages }: { packages: Readonly<Record<string, LockedPackage>> } = JSON.parse(
  readFileSync(join(ROOT, 'package-lock.json'), 'utf8'),
);

/** What is needed at run time; the folders are relative to the root. */
export interface ProductionPackages {
  /** Workspaces of this repository. */
  readonly workspaces: readonly string[];
  /** Installed packages, optional ones of other platforms included. */
  readonly installed: readonly string[];
}

/** Finds a package that a module at `from` imports, as Node does: in its own directory or one above. */
function placeOf(name: string, from: string): string | undefined {
  const own = `${from === '' ? '' : `${from}/`}node_modules/${name}`;
  if (packages[own] !== undefined) return own;
  return from === ''
    ? undefined
    : placeOf(name, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))));
}

/** The packages that `roots`, workspaces of this repository, need at run time. */
export function productionPackages(roots: readonly string[]): ProductionPackages {
  const workspaces = new Set(roots);
  const installed = new Set<string>();
  const visit = (from: string): void => {
    const { dependencies = {}, optionalDependencies = {} } = packages[from] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const place = placeOf(name, from);
      if (place === undefined) continue;
      const { link = false, resolved = '' } = packages[place] ?? {};
      const [found, folder] = link ? [workspaces, resolved] : [installed, place];
      if (found.has(folder)) continue;
      found.add(folder);
      visit(folder);
    }
  };
  for (const workspace of roots) visit(workspace);
  return { workspaces: [...workspaces].sort(), installed: [...installed].sort() };
}
