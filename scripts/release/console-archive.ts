/** @module The archives of the console and of other files that are served: the same files at the same time give the same bytes. Made by GNU tar and gzip. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** What an archive is made from. */
export interface ArchiveOptions {
  /** The folder that holds {@link ArchiveOptions.name}. */
  readonly parent: string;
  /** The folder that is packed; the archive has it as its only one. */
  readonly name: string;
  readonly archive: string;
  /** The time of every file, in seconds since 1970. */
  readonly epochSeconds: number;
}

/** The name of the folder in the console's archive, and of the archive before its suffix. */
export const releaseName = (version: string): string => `longwire-console-${version}`;

/**
 * The arguments of GNU tar: names sorted, owners and modes of no machine, one time, and no time in gzip's header.
 * See https://reproducible-builds.org/docs/archives/.
 */
export function tarArguments({ parent, name, archive, epochSeconds }: ArchiveOptions): readonly string[] {
  return [
    '--create',
    '--format=ustar',
    '--sort=name',
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mode=u=rwX,go=rX',
    `--mtime=@${epochSeconds}`,
    '--use-compress-program=gzip -9n',
    `--file=${archive}`,
    `--directory=${parent}`,
    name,
  ];
}

/** A line of SHA256SUMS, as `sha256sum --check` reads it. */
export function checksumLine(file: string, name: string): string {
  return `${createHash('sha256').update(readFileSync(file)).digest('hex')}  ${name}\n`;
}
