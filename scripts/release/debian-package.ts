/** @module The Debian package: the programs with Node inside, their users, units and folders. Made by dpkg-deb. */
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ROOT } from '../step.ts';
import { makeProgramTree, PREFIX, writeCommands, type Architecture } from './program-tree.ts';

/** What a package is made from. */
export interface DebianPackageOptions {
  readonly architecture: Architecture;
  readonly version: string;
  /** The newest time that a file in it may have, in seconds since 1970. */
  readonly epochSeconds: number;
  /** A folder for downloads and for the package's files. */
  readonly scratch: string;
  readonly out: string;
  /** Default xz. */
  readonly compression?: 'xz' | 'none';
}

const UNITS: readonly string[] = [
  'packages/device/deploy/longwire-device.service',
  'deploy/longwire-signaling.service',
  'packages/longwire/deploy/longwire.service',
];

const MAINTAINER_SCRIPTS: readonly string[] = ['postinst', 'prerm', 'postrm'];

/** Makes the package and returns its path. */
export function makeDebianPackage(options: DebianPackageOptions): string {
  const { architecture, version, epochSeconds, scratch, out, compression = 'xz' } = options;
  const root = join(scratch, `deb-${architecture}`);
  makeProgramTree(architecture, scratch, join(root, PREFIX));
  writeCommands(join(root, 'usr/bin'));
  for (const unit of UNITS) copyTo(root, unit, join('usr/lib/systemd/system', basename(unit)), 0o644);
  copyTo(root, 'deploy/debian/copyright', 'usr/share/doc/longwire/copyright', 0o644);
  for (const script of MAINTAINER_SCRIPTS) copyTo(root, `deploy/debian/${script}`, `DEBIAN/${script}`, 0o755);
  writeFileSync(join(root, 'DEBIAN/control'), control(architecture, version));
  const file = join(out, `longwire_${version}_${architecture}.deb`);
  // more threads would cut the data into other blocks
  execFileSync(
    'dpkg-deb',
    ['--root-owner-group', `-Z${compression}`, '--threads-max=1', '--build', root, file],
    {
      env: { ...process.env, SOURCE_DATE_EPOCH: String(epochSeconds) },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  return file;
}

function copyTo(root: string, from: string, to: string, mode: number): void {
  mkdirSync(join(root, to, '..'), { recursive: true });
  cpSync(join(ROOT, from), join(root, to));
  chmodSync(join(root, to), mode);
}

/** Debian 12, Ubuntu 22.04 and what is newer have these libraries. */
function control(architecture: Architecture, version: string): string {
  return [
    'Package: longwire',
    `Version: ${version}`,
    `Architecture: ${architecture}`,
    'Maintainer: The authors of Longwire <longwire@localhost>',
    'Section: net',
    'Priority: optional',
    'Depends: adduser, libc6 (>= 2.34), libstdc++6',
    'Recommends: ffmpeg',
    'Description: reach cameras and other devices from any browser, peer to peer',
    ' The signaling service with its console, and the agent that runs on a device.',
    ' Node is part of the package.',
    '',
  ].join('\n');
}
