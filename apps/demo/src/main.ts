/**
 * @module `npm run demo`: the service, the demo device and the console, and the link that opens it all. With `--narrow` the device is behind a
 * narrow line, and has a picture that is too large for it.
 */

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatPairingLink, parsePairingLink } from '@longwire/protocol';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { DeviceLine } from './device-line.ts';
import { makeLargeClip } from './large-clip.ts';
import { runToEnd, startUntil, type Running } from './process.ts';

const ROOT = join(import.meta.dirname, '../../..');
const DIRECTORY = process.env['LONGWIRE_DEMO_DIRECTORY'] ?? join(ROOT, '.demo');
/** The default port; another one is used if it is taken. */
const PREFERRED_PORT = 8080;
const CONSOLE = join(ROOT, 'apps/console');
/** A console that has been built already. */
const BUILT_CONSOLE = process.env['LONGWIRE_DEMO_CONSOLE'];
const CLIP = join(import.meta.dirname, '../assets/clip.mp4');
const LARGE_CLIP = join(DIRECTORY, 'large-clip.mp4');
const DATABASE = join(DIRECTORY, 'service.db');
const DEVICE_DIRECTORY = join(DIRECTORY, 'device');
const LINK_FILE = join(DIRECTORY, 'pairing-link');
const PRODUCT = 'pr-demo';
const DEVICE = 'de-frontdoor';

const signalingCli = join(ROOT, 'packages/signaling/src/cli/main.ts');
const deviceCli = join(ROOT, 'packages/device/src/cli/main.ts');

async function signaling(...args: string[]): Promise<string> {
  return await runToEnd(process.execPath, [signalingCli, ...args, '--database', DATABASE]);
}

/** The device's link without a connection token; creates identity, administrator and registration the first time. */
async function pairDevice(service: string): Promise<string> {
  if (existsSync(LINK_FILE)) return readFileSync(LINK_FILE, 'utf8');
  const options = ['--directory', DEVICE_DIRECTORY, '--product', PRODUCT, '--device', DEVICE];
  const addresses = ['--service', service, '--console', service];
  const output = await runToEnd(process.execPath, [deviceCli, 'init', ...options, ...addresses]);
  const link = output.split(/\s/u).find((word) => word.includes('#p='));
  if (link === undefined) throw new Error('longwire-device init printed no pairing link');
  const { fingerprint } = parsePairingLink(link);
  if (fingerprint === undefined) throw new Error('the pairing link has no fingerprint');
  await signaling('product', 'add', PRODUCT);
  await signaling('device', 'add', PRODUCT, DEVICE, '--fingerprint', fingerprint, '--name', 'Front door');
  writeFileSync(LINK_FILE, link, { mode: 0o600 });
  return link;
}

async function choosePort(): Promise<number> {
  const wanted = process.env['PORT'];
  if (wanted !== undefined) return Number(wanted);
  return (await isPortFree(PREFERRED_PORT)) ? PREFERRED_PORT : 0;
}

async function startService(signal: AbortSignal): Promise<Running> {
  const args = [
    'serve',
    '--host',
    '127.0.0.1',
    '--port',
    String(await choosePort()),
    '--database',
    DATABASE,
    '--console',
    BUILT_CONSOLE ?? join(CONSOLE, 'dist'),
    '--log-level',
    'warn',
  ];
  return await startUntil(process.execPath, [signalingCli, ...args], {
    pattern: /listening on (\S+)/u,
    signal,
  });
}

/** Switches the line for each `n` that is typed, until the signal. */
function switchByKey(line: DeviceLine, signal: AbortSignal): void {
  const tell = (): void =>
    console.log(
      line.isNarrow
        ? 'The line is narrow: 1 Mbit/s, 40 ms there and back. n and Enter makes it wide.'
        : 'The line is wide. n and Enter makes it narrow.',
    );
  const typed = createInterface({ input: process.stdin, signal });
  typed.on('line', (text) => {
    if (text.trim().toLowerCase() !== 'n') return;
    line.switch();
    tell();
  });
  tell();
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { narrow: { type: 'boolean', default: false } } });
  // A first run that ended before its link starts over.
  if (!existsSync(LINK_FILE)) rmSync(DIRECTORY, { recursive: true, force: true });
  mkdirSync(DIRECTORY, { recursive: true, mode: 0o700 });
  if (BUILT_CONSOLE === undefined) {
    console.log('building the console …');
    await runToEnd('vite', ['build', '--logLevel', 'error'], CONSOLE);
  }
  if (values.narrow) {
    console.log('making the large picture …');
    await makeLargeClip(CLIP, LARGE_CLIP);
  }
  const stopping = new AbortController();
  const { signal } = stopping;
  const stop = (): void => stopping.abort();
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  const service = await startService(signal);
  const url = service.match;
  const processes: Running[] = [service];
  const line = values.narrow ? await DeviceLine.start(url) : undefined;

  try {
    const link = parsePairingLink(await pairDevice(url));
    const sct = (await signaling('token', 'add', PRODUCT, DEVICE, '--expires', '30d')).trim();
    const deviceArgs = [
      '--directory',
      DEVICE_DIRECTORY,
      '--product',
      PRODUCT,
      '--device',
      DEVICE,
      '--service',
      line?.url ?? url,
      '--streams',
      ...(line === undefined ? [] : ['--large-clip', LARGE_CLIP]),
    ];
    const device = await startUntil(
      process.execPath,
      [join(import.meta.dirname, 'device.ts'), ...deviceArgs],
      { pattern: /attached to (\S+)/u, signal },
    );
    processes.push(device);
    console.log(`\nOpen this link in a browser:\n\n  ${formatPairingLink(`${url}/`, { ...link, sct })}\n`);
    console.log('Ctrl+C stops the service and the device.');
    if (line !== undefined) switchByKey(line, signal);
    await Promise.race(processes.map((running) => running.ended));
  } finally {
    stop();
    await Promise.all(processes.map((running) => running.ended));
    line?.stop();
  }
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** Listens on the port for a moment. */
async function isPortFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
