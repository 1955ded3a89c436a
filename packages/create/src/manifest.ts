/** @module This package's own package.json, at the same place for sources and built files. */
import { readFileSync } from 'node:fs';

/** What this package reads of it. */
interface Manifest {
  readonly version: string;
}

/** The manifest of the running package. */
export const manifest: Manifest = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
);
