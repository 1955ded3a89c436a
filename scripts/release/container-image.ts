/** @module A container image for one architecture: the Debian package on a small Debian with ffmpeg. Made by buildah, without a daemon. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, chownSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { mirror } from './debian-root.ts';
import type { Architecture } from './program-tree.ts';

/** What an image is made from. */
export interface ContainerImageOptions {
  readonly architecture: Architecture;
  readonly version: string;
  /** The time of all files in it, in seconds since 1970. */
  readonly epochSeconds: number;
  /** The Debian package for this architecture. */
  readonly debianPackage: string;
  /** A folder for downloads and for the image's files. */
  readonly scratch: string;
  readonly out: string;
}

/** Where a container keeps its state. */
export const VOLUME = '/var/lib/longwire';

/** The user of the programs: a number that no user of the host is likely to have. */
export const USER_ID = 10_001;

const TRIPLETS: Readonly<Record<Architecture, string>> = {
  amd64: 'x86_64-linux-gnu',
  arm64: 'aarch64-linux-gnu',
};

/** What a running program does not read. */
const UNUSED: readonly string[] = [
  'debootstrap',
  'var/cache/apt',
  'var/lib/apt',
  'usr/share/doc',
  'usr/share/man',
  'usr/share/locale',
  'usr/share/icons',
];

/** Makes the image as an OCI archive, which `podman load` and `docker load` read, and returns its path. Needs root, debootstrap and buildah. */
export function makeContainerImage(options: ContainerImageOptions): string {
  const { architecture, version, epochSeconds, scratch, out } = options;
  const file = join(out, `longwire_${version}_${architecture}.oci.tar`);
  rmSync(file, { force: true });
  const container = buildah(scratch, 'from', '--arch', architecture, 'scratch');
  fillRoot(buildah(scratch, 'mount', container), options);
  buildah(scratch, 'config', ...configuration(version), container);
  const target = `oci-archive:${file}:longwire:${version}`;
  buildah(
    scratch,
    'commit',
    '--quiet',
    '--rm',
    '--disable-compression=false',
    '--timestamp',
    String(epochSeconds),
    container,
    target,
  );
  return file;
}

/** Runs buildah with a storage of its own below `scratch`, and returns its output. */
export function buildah(scratch: string, command: string, ...args: readonly string[]): string {
  const storage = [
    '--storage-driver=vfs',
    '--root',
    join(scratch, 'storage'),
    '--runroot',
    join(scratch, 'run'),
  ];
  return execFileSync('buildah', [...storage, command, ...args], {
    encoding: 'utf8',
    env: { ...process.env, BUILDAH_ISOLATION: 'chroot' },
  }).trim();
}

function configuration(version: string): readonly string[] {
  return [
    ['--entrypoint', '["/usr/bin/longwire"]'],
    ['--cmd', 'up --yes'],
    ['--user', `${USER_ID}:${USER_ID}`],
    ['--workingdir', VOLUME],
    ['--volume', VOLUME],
    ['--port', '8700'],
    ['--port', '8701'],
    ['--env', `HOME=${VOLUME}`],
    ['--env', `LONGWIRE_HOME=${VOLUME}`],
    ['--env', 'PATH=/usr/bin:/bin'],
    ['--stop-signal', 'SIGTERM'],
    ['--label', `org.opencontainers.image.title=longwire`],
    ['--label', `org.opencontainers.image.version=${version}`],
  ].flat();
}

/** Takes everything out of its packages and configures nothing: no program of another architecture has to run. */
function fillRoot(root: string, { architecture, debianPackage }: ContainerImageOptions): void {
  const options = ['--foreign', `--arch=${architecture}`, '--variant=minbase', '--include=ffmpeg'];
  execFileSync('debootstrap', [...options, 'bookworm', root, mirror()], { stdio: 'ignore' });
  const archives = join(root, 'var/cache/apt/archives');
  const packages = readdirSync(archives).filter((name) => name.endsWith('.deb'));
  for (const file of [...packages.map((name) => join(archives, name)), debianPackage])
    execFileSync('dpkg-deb', ['--extract', file, root]);
  // These two are chosen by update-alternatives on a configured Debian.
  for (const name of ['blas', 'lapack'])
    symlinkSync(`${name}/lib${name}.so.3`, join(root, 'usr/lib', TRIPLETS[architecture], `lib${name}.so.3`));
  for (const path of UNUSED) rmSync(join(root, path), { recursive: true, force: true });
  appendFileSync(join(root, 'etc/passwd'), `longwire:x:${USER_ID}:${USER_ID}::${VOLUME}:/usr/sbin/nologin\n`);
  appendFileSync(join(root, 'etc/group'), `longwire:x:${USER_ID}:\n`);
  mkdirSync(join(root, VOLUME), { recursive: true, mode: 0o700 });
  chownSync(join(root, VOLUME), USER_ID, USER_ID);
}
