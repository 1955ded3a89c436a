/** @module The archive of the documentation's site, which any server can serve at the root of a host. */
import { join } from 'node:path';
import { step } from '../step.ts';
import { tarArguments } from './console-archive.ts';

/** What the archive is made from. */
export interface DocsArchiveOptions {
  readonly version: string;
  /** The time of every file, in seconds since 1970. */
  readonly epochSeconds: number;
  /** A folder for files on the way. */
  readonly scratch: string;
  readonly out: string;
}

/** Builds the site and packs it. Returns the name of the archive; undefined if a step failed, which it has printed. */
export async function packDocs(options: DocsArchiveOptions): Promise<string | undefined> {
  const { version, epochSeconds, scratch, out } = options;
  const name = `longwire-docs-${version}`;
  const build = ['run', '--silent', 'docs:build', '--', '--out', join(scratch, name)];
  if (!(await step('build the documentation', 'npm', build))) return undefined;
  const archive = `${name}.tar.gz`;
  const packed = { parent: scratch, name, archive: join(out, archive), epochSeconds };
  return (await step(`pack ${archive}`, 'tar', tarArguments(packed))) ? archive : undefined;
}
