/** @module Every program of the guides compiles, and those that are whole run: against a real service, with a real peer connection. */
/// <reference types="node" />
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseDeviceConfig } from '../../packages/device/src/config/parse-device-config.ts';
import { logIn } from '../../packages/device/src/session/log-in.fixture.ts';
import { TestClient, type ClientSignaling } from '../../packages/device/src/session/test-client.fixture.ts';
import { fingerprintsFromSdp, utf8Decode } from '../../packages/protocol/src/index.ts';
import { createService, type Service } from '../../packages/signaling/src/index.ts';
import { compilePrograms, snippets, writePrograms } from '../snippets.fixture.ts';

const ROOT = join(import.meta.dirname, '../..');
const GUIDES = ['device-in-30-lines.md', 'camera.md'] as const;

let directory: string;
const running: ChildProcess[] = [];
const programs = new Map<string, string>();

const readGuide = (name: string): Promise<string> => readFile(join(import.meta.dirname, name), 'utf8');

function run(args: readonly string[], env: Readonly<Record<string, string>> = {}): ChildProcess {
  const child = spawn(process.execPath, ['--conditions=longwire-source', ...args], {
    cwd: directory,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  running.push(child);
  return child;
}

/** Everything a program prints until it has ended. */
async function output(args: readonly string[]): Promise<string> {
  const child = run(args);
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    if (stream !== null) createInterface({ input: stream }).on('line', (line) => lines.push(line));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}\n${lines.join('\n')}`);
  return lines.join('\n');
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'longwire-guides-'));
  for (const guide of GUIDES)
    for (const [index, code] of snippets(await readGuide(guide), 'ts').entries())
      programs.set(`${guide.replace('.md', '')}-${index}.ts`, code);
  await writePrograms(directory, programs);
});

afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await rm(directory, { recursive: true });
});

test('every program compiles', async () => {
  expect([...programs.keys()]).toEqual(['device-in-30-lines-0.ts', 'camera-0.ts', 'camera-1.ts']);
  await compilePrograms(directory);
}, 60_000);

test('thirty lines are thirty lines', () => {
  const code = programs.get('device-in-30-lines-0.ts') ?? '';
  const lines = code.split('\n').filter((line) => line.trim() !== '');
  expect(lines.length).toBeLessThanOrEqual(30);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(120);
});

test('every piece of device.toml is one', async () => {
  const pieces = snippets(await readGuide('camera.md'), 'toml');
  const head = 'product = "pr-garden"\ndevice = "de-gate"\nservice = "wss://service.example"\n';
  const [first, ...others] = pieces.filter((piece) => piece.startsWith('[[camera]]'));
  const additions = pieces.filter((piece) => !piece.startsWith('[[camera]]'));
  expect([others.length, additions.length]).toEqual([1, 2]);
  for (const text of [[first, ...additions].join(''), ...others]) {
    const { cameras } = parseDeviceConfig(head + text, 'device.toml');
    expect(cameras).toEqual([expect.objectContaining({ name: 'frontdoor' })]);
  }
});

/** The device of the first guide at a service of its own, and a browser's part played by the library. */
async function startShed(
  service: Service,
): Promise<{ readonly child: ChildProcess; readonly password: string; readonly sct: string }> {
  const url = service.url.replace('http', 'ws');
  const names = ['--product', 'pr-garden', '--device', 'de-shed', '--service', url];
  const init = join(ROOT, 'packages/device/src/cli/main.ts');
  const printed = await output([init, 'init', '--directory', directory, ...names, '--json']);
  const { fingerprint, password }: { fingerprint: string; password: string } = JSON.parse(printed);
  const { products, devices, tokens } = service.registry;
  await products.add('pr-garden');
  await devices.add({ productId: 'pr-garden', deviceId: 'de-shed', fingerprint });
  const { value } = await tokens.add({ productId: 'pr-garden', deviceId: 'de-shed', lifetimeMs: 60_000 });
  const child = run(['device-in-30-lines-0.ts'], {
    LONGWIRE_DIRECTORY: directory,
    LONGWIRE_SERVICE: url,
    SENSOR: join(directory, 'temperature'),
    LAMP: join(directory, 'lamp'),
  });
  return { child, password, sct: value };
}

/** The signaling of a client that the service has let in. */
async function signalingOf(service: Service, sct: string): Promise<ClientSignaling> {
  const socket = new WebSocket(`${service.url.replace('http', 'ws')}/signaling/v1`, 'json');
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 20, productId: 'pr-garden', deviceId: 'de-shed', sct }));
  await once(socket, 'message');
  return {
    handleMessage: (text) => socket.send(text),
    on: (_, listener) => {
      socket.addEventListener('message', ({ data }) => listener(String(data)));
      return () => undefined;
    },
  };
}

test('the device of thirty lines measures, switches, and shows a picture', async () => {
  await writeFile(join(directory, 'temperature'), '21500\n');
  await using service = await createService({ database: join(directory, 'service.db') });
  const { child, password, sct } = await startShed(service);
  if (child.stdout === null) throw new Error('the output of the program expected');
  const lines = createInterface({ input: child.stdout });
  const reachable = Promise.withResolvers<void>();
  lines.on('line', (line) => (line === 'reachable' ? reachable.resolve() : undefined));
  child.once('exit', (code) => reachable.reject(new Error(`the program ended with ${code}`)));
  await reachable.promise;

  const client = new TestClient(await signalingOf(service, sct));
  client.offer();
  await client.until(() => client.isOpen);
  const ask = async (...request: Parameters<TestClient['request']>): Promise<unknown> => {
    const answer = await client.request(...request);
    const { statusCode, payload } = Object.assign({ statusCode: 0, payload: new Uint8Array(0) }, answer);
    return [statusCode, utf8Decode(payload)];
  };
  expect(await ask('GET', '/temperature')).toEqual([403, 'Access Denied']);

  const [clientFingerprint] = fingerprintsFromSdp(client.native.localDescription()?.sdp ?? '');
  const [deviceFingerprint] = fingerprintsFromSdp(client.native.remoteDescription()?.sdp ?? '');
  if (clientFingerprint === undefined || deviceFingerprint === undefined)
    throw new Error('fingerprints expected');
  await logIn(client, { clientFingerprint, deviceFingerprint }, 'admin', password);

  expect(await ask('GET', '/temperature')).toEqual([205, '21.5']);
  expect(await ask('PUT', '/lamp', 'very')).toEqual([400, 'body of the wrong shape']);
  expect(existsSync(join(directory, 'lamp'))).toBe(false);
  expect(await ask('PUT', '/lamp', true)).toEqual([204, '']);
  expect(await readFile(join(directory, 'lamp'), 'utf8')).toBe('1');
  expect(await ask('GET', '/lamp')).toEqual([205, 'true']);
  await client.request('POST', '/webrtc/tracks', { tracks: ['shed-video'] });
  await client.until(() => client.tracks.length > 0);
  const packet = Promise.withResolvers<Buffer>();
  client.tracks[0]?.onMessage((received) => packet.resolve(received));
  expect((await packet.promise).length).toBeGreaterThan(12);
  client.close();
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  expect((await ended)[0] ?? 0).toBe(0);
}, 60_000);

test('the device of thirty lines ends cleanly by SIGTERM before it has reached its service', async () => {
  const own = join(directory, 'unreachable');
  const names = ['--product', 'pr-garden', '--device', 'de-shed', '--service', 'ws://127.0.0.1:9'];
  await output([join(ROOT, 'packages/device/src/cli/main.ts'), 'init', '--directory', own, ...names]);
  const child = run(['device-in-30-lines-0.ts'], {
    LONGWIRE_DIRECTORY: own,
    LONGWIRE_SERVICE: 'ws://127.0.0.1:9',
  });
  const closed = once(child, 'close');
  const written: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (piece: Buffer) => {
      written.push(piece.toString());
      if (piece.includes('agent.detached')) child.kill('SIGTERM');
    });
  expect([await closed, written.join('')]).toEqual([
    [0, null],
    expect.not.stringMatching(/reachable|EdgeError/u),
  ]);
}, 60_000);

test('the camera of the second guide shows what ffmpeg reads, and ends', async () => {
  const clip = join(ROOT, 'apps/demo/assets/clip.mp4');
  const program = `
    import { createDevice, createMemoryStore, loadOrCreateIdentity } from '@longwire/device';
    import { addCamera } from './camera-0.ts';
    import { addLoudspeaker } from './camera-1.ts';
    const device = createDevice({
      signalingServerUrl: 'ws://127.0.0.1:9',
      productId: 'p',
      deviceId: 'd',
      identity: await loadOrCreateIdentity('identity-of-camera.pem'),
      store: createMemoryStore(),
    });
    const tracks = new Map();
    const add = device.addTrack.bind(device);
    device.addTrack = (id, source) => { tracks.set(id, source); return add(id, source); };
    const close = addCamera(device, ${JSON.stringify(clip)});
    addLoudspeaker(device);
    const video = tracks.get('frontdoor-video');
    await new Promise((resolve) => {
      const look = () => { if (video.codecs.length > 0) resolve(); };
      video.on('change', look);
      look();
    });
    console.log([...tracks.keys()].join(' '), video.codecs[0].name);
    close();
    await device.close();
  `;
  await writeFile(join(directory, 'run-camera.mjs'), program);
  expect(await output(['run-camera.mjs'])).toContain('frontdoor-video frontdoor-audio H264');
}, 60_000);
