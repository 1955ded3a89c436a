/**
 * @module `npm run release:test [-- --out FOLDER]`: installs the Debian packages of a release in a fresh Debian, upgrades, removes and purges them,
 * shows a camera on a phone with two commands and with the systemd unit, and runs the programs for arm64 in an emulator, and the container images. Prints what it saw, with seconds. Needs root, and Debian for the programs that it installs.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { DebianRoot, mirror } from './release/debian-root.ts';
import { buildah, USER_ID, VOLUME } from './release/container-image.ts';
import { makeDebianPackage } from './release/debian-package.ts';
import { readManifest } from './release/npm-packages.ts';
import type { Architecture } from './release/program-tree.ts';
import { ROOT } from './step.ts';
import {
  BUILDAH,
  DEBOOTSTRAP,
  ensureTools,
  FFMPEG,
  NETWORKS,
  QEMU,
  RTSP_SERVER,
  SYSTEMD,
} from './system-tools.ts';

const COMMANDS = ['longwire', 'longwire-device', 'longwire-signaling'];
/** Debian 12 and 13. */
const SUITES = ['bookworm', 'trixie'];
/** Older than every release. */
const VERSION_BEFORE = '0.0.1';
const { version: VERSION } = readManifest('packages/signaling');
const STATE = 'var/lib/longwire-device/state-of-a-test';

const started = performance.now();

function report(text: string): void {
  console.log(`${((performance.now() - started) / 1000).toFixed(0).padStart(4)} s  ${text}`);
}

function tryOnThisMachine(scratch: string, release: string): void {
  const before = makeDebianPackage({
    architecture: 'amd64',
    version: VERSION_BEFORE,
    epochSeconds: 1,
    scratch,
    out: scratch,
    compression: 'none',
  });
  using root = DebianRoot.make(join(scratch, 'bookworm'));
  report('a fresh Debian 12');
  root.install(before);
  for (const command of COMMANDS) report(`${command} ${root.run(command, ['--version'])} runs`);
  writeFileSync(join(root.folder, STATE), 'kept');
  root.install(join(release, `longwire_${VERSION}_amd64.deb`));
  assert.equal(root.run('dpkg-query', ['--show', '--showformat=${Version}', 'longwire']), VERSION);
  assert.equal(readFileSync(join(root.folder, STATE), 'utf8'), 'kept');
  report(`upgraded from ${VERSION_BEFORE} to ${VERSION}, the state is kept`);
  assert.equal(root.run('stat', ['--format=%U %a', '/var/lib/longwire-device']), 'longwire-device 700');
  root.run('apt-get', ['remove', '--yes', '-qq', 'longwire']);
  assert.equal(readFileSync(join(root.folder, STATE), 'utf8'), 'kept');
  assert.ok(!existsSync(join(root.folder, 'usr/bin/longwire-device')));
  report('removed, the state is kept');
  root.run('apt-get', ['purge', '--yes', '-qq', 'longwire']);
  assert.ok(!existsSync(join(root.folder, 'var/lib/longwire-device')));
  assert.throws(() => root.run('getent', ['passwd', 'longwire-device']));
  report('purged: no state and no user is left');
}

/** The way of a household in a fresh Debian: two commands, and a phone that shows the camera; then as a unit, with Debian's systemd. */
function tryAtHome(scratch: string, release: string, suite: string): void {
  using root = DebianRoot.make(join(scratch, `home-${suite}`), suite);
  report(`a fresh Debian (${suite})`);
  const file = join(release, `longwire_${VERSION}_amd64.deb`);
  runScript('e2e/release/at-home.ts', root.folder, file);
  root.run('apt-get', ['install', '--yes', '-qq', '--no-install-recommends', 'systemd-sysv']);
  runScript('e2e/release/as-unit.ts', root.folder, file);
}

function runScript(...args: readonly string[]): void {
  execFileSync(process.execPath, ['--conditions=longwire-source', ...args], { cwd: ROOT, stdio: 'inherit' });
}

/** The image holds the programs and ffmpeg, and its user can write to the volume alone. */
function tryImage(scratch: string, release: string): void {
  const root = mountImage(scratch, release, 'amd64');
  const env = { PATH: '/usr/bin:/bin', HOME: VOLUME };
  const user = `--userspec=${USER_ID}:${USER_ID}`;
  const run = (...command: string[]): string =>
    execFileSync('/usr/sbin/chroot', [user, root, ...command], { encoding: 'utf8', env }).trim();
  for (const command of COMMANDS) assert.equal(run(command, '--version'), VERSION);
  assert.match(run('ffmpeg', '-version'), /^ffmpeg version 5/u);
  assert.equal(run('id', '-un'), 'longwire');
  run('touch', `${VOLUME}/kept`);
  assert.throws(() => run('touch', '/usr/bin/kept'));
  report('the image for amd64 runs, as a user that writes to its volume alone');
  const foreign = mountImage(scratch, release, 'arm64');
  const emulate = (...command: string[]): string =>
    execFileSync('qemu-aarch64-static', ['-L', foreign, ...command], {
      encoding: 'utf8',
      env: { HOME: VOLUME },
    }).trim();
  const prefix = join(foreign, 'usr/lib/longwire');
  const main = join(prefix, 'node_modules/longwire/dist/cli/main.js');
  assert.equal(emulate(join(prefix, 'bin/node'), main, '--version'), VERSION);
  assert.match(emulate(join(foreign, 'usr/bin/ffmpeg'), '-version'), /^ffmpeg version 5/u);
  report('the programs and ffmpeg of the image for arm64 run in the emulator');
}

/** The files of an image. */
function mountImage(scratch: string, release: string, architecture: Architecture): string {
  const archive = `oci-archive:${join(release, `longwire_${VERSION}_${architecture}.oci.tar`)}`;
  return buildah(scratch, 'mount', buildah(scratch, 'from', '--arch', architecture, archive));
}

/** The emulator is named for each program: the kernel need not know it. */
function tryOnArm(scratch: string, release: string): void {
  const folder = join(scratch, 'arm64');
  const options = ['--foreign', '--arch=arm64', '--variant=minbase', '--include=libstdc++6'];
  execFileSync('debootstrap', [...options, 'bookworm', folder, mirror()], { stdio: 'ignore' });
  // without its second stage, a foreign Debian has downloaded packages: libraries are taken out of them
  for (const name of ['libc6', 'libstdc++6', 'libgcc-s1', 'libm6']) extract(folder, name);
  execFileSync('dpkg-deb', ['--extract', join(release, `longwire_${VERSION}_arm64.deb`), folder]);
  report('the libraries of Debian 12 for arm64');
  const prefix = join(folder, 'usr/lib/longwire');
  const run = (...args: string[]): string =>
    execFileSync('qemu-aarch64-static', ['-L', folder, join(prefix, 'bin/node'), ...args], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'] },
      cwd: prefix,
    }).trim();
  assert.equal(run('--print', 'process.arch'), 'arm64');
  for (const name of ['device', 'signaling']) {
    const main = join(prefix, 'node_modules/@longwire', name, 'dist/cli/main.js');
    assert.equal(run(main, '--version'), VERSION);
    report(`longwire-${name} ${VERSION} runs on arm64`);
  }
  const offer = `
    const { default: library } = await import('node-datachannel');
    const peer = new library.PeerConnection('a', { iceServers: [] });
    peer.onLocalDescription((sdp, type) => { console.log(type, sdp.includes('fingerprint')); peer.close(); library.cleanup(); });
    peer.createDataChannel('x');`;
  assert.equal(run('--input-type=module', '--eval', offer), 'offer true');
  report('the WebRTC library makes an offer on arm64');
}

function extract(folder: string, name: string): void {
  const archives = join(folder, 'var/cache/apt/archives');
  if (!existsSync(archives)) return;
  const found = execFileSync('find', [archives, '-name', `${name}_*.deb`], { encoding: 'utf8' }).trim();
  if (found !== '') execFileSync('dpkg-deb', ['--extract', found, folder]);
}

const { values } = parseArgs({ options: { out: { type: 'string', default: 'release' } } });
const release = resolve(values.out);
await ensureTools([DEBOOTSTRAP, BUILDAH, QEMU, FFMPEG, RTSP_SERVER, NETWORKS, SYSTEMD]);
const scratch = mkdtempSync(join(tmpdir(), 'longwire-release-test-'));
try {
  tryOnThisMachine(scratch, release);
  for (const suite of SUITES) tryAtHome(scratch, release, suite);
  tryOnArm(scratch, release);
  tryImage(scratch, release);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
