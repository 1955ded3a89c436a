/** @module Setting up a device: what is made and printed, and that nothing is overwritten. */
import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parsePairingLink } from '@longwire/protocol';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ResourceHarness } from '../coap/resource-harness.fixture.ts';
import { loadIdentity } from '../identity/identity-file.ts';
import { readConfig } from '../config/config-file.ts';
import { openStateFile } from '../store/state-file.ts';
import { deviceDirectory, type DeviceDirectory } from '../store/device-directory.ts';
import { initDevice, type InitOptions } from './init-device.ts';
import { consoleUrlOf } from './pairing.ts';
import { device, PROCESS_TIMEOUT } from './process.fixture.ts';

const TOKEN = `lw_0123456789_${'a'.repeat(43)}`;

let parent = '';
let files: DeviceDirectory;
let options: InitOptions;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'longwire-init-'));
  const directory = join(parent, 'device');
  files = deviceDirectory(directory);
  options = {
    directory,
    productId: 'pr-1',
    deviceId: 'de-1',
    service: 'wss://service.example',
    sct: TOKEN,
  };
});
afterEach(() => rm(parent, { recursive: true, force: true }));

const contents = (): Record<string, string> =>
  Object.fromEntries(
    readdirSync(options.directory).map((name) => [name, readFileSync(join(options.directory, name), 'utf8')]),
  );

const flags = (directory: string): string[] => [
  '--directory',
  directory,
  '--product',
  'pr-1',
  '--device',
  'de-1',
  '--service',
  'http://127.0.0.1:8080',
];

describe('initDevice', () => {
  test('makes a device whose link connects to it and logs its administrator in', async () => {
    const { fingerprint, pairingLink, username, password } = await initDevice(options);
    expect(parsePairingLink(pairingLink)).toEqual({
      productId: 'pr-1',
      deviceId: 'de-1',
      username,
      password,
      sct: TOKEN,
      fingerprint,
    });
    expect(pairingLink).toMatch(/^https:\/\/service\.example\/#/u);
    expect((await loadIdentity(files.identity)).fingerprint).toBe(fingerprint);
    expect(await readConfig(files.config)).toMatchObject({
      productId: 'pr-1',
      deviceId: 'de-1',
      service: 'wss://service.example',
    });
    const client = new ResourceHarness({ store: openStateFile(files.state) }).connect('laptop');
    expect(await client.login('admin', password)).toBe(201);
    expect((await client.request('GET', '/iam/users')).cbor()).toEqual(['admin']);
  });

  test('takes a name and cameras: the name is in the link, the cameras are in device.toml', async () => {
    const cameras = [
      { name: 'door', title: 'Front "door"', inputs: ['rtsp://u:p@192.0.2.7/main'] },
      { name: 'yard', inputs: ['rtsp://192.0.2.8/main', 'rtsp://192.0.2.8/sub'] },
    ];
    const { pairingLink } = await initDevice({ ...options, name: 'Our house', cameras });
    expect(parsePairingLink(pairingLink).deviceName).toBe('Our house');
    expect(openStateFile(files.state).state.friendlyName).toBe('Our house');
    expect((await readConfig(files.config)).cameras).toMatchObject([
      { name: 'door', title: 'Front "door"', input: { inputs: ['rtsp://u:p@192.0.2.7/main'] } },
      { name: 'yard', input: { inputs: ['rtsp://192.0.2.8/main', 'rtsp://192.0.2.8/sub'] } },
    ]);
  });

  test('gives rights to the administrator alone: pairing is not open', async () => {
    await initDevice(options);
    const store = openStateFile(files.state);
    const client = new ResourceHarness({ store }).connect('stranger');
    expect((await client.request('GET', '/iam/pairing')).cbor()).toMatchObject({ Modes: ['PasswordInvite'] });
    expect(await client.login('', store.state.openPairing.password ?? '')).toBe(401);
  });

  test('makes passwords of 16 characters without look-alikes and does not store them', async () => {
    const { password } = await initDevice(options);
    expect(password).toMatch(/^[^0O1lI]{16}$/u);
    for (const content of Object.values(contents())) expect(content).not.toContain(password);
  });

  test('makes every file private', async () => {
    await initDevice(options);
    expect(statSync(options.directory).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(options.directory))
      expect(statSync(join(options.directory, name)).mode & 0o777).toBe(0o600);
    expect(readdirSync(options.directory).toSorted()).toEqual([
      'device.lock',
      'device.toml',
      'identity.pem',
      'state.json',
    ]);
  });

  test('a directory that other users can write to is refused, by init and by everything that reads it later', async () => {
    await mkdir(options.directory);
    await chmod(options.directory, 0o777);
    const refusal = { code: 'ERR_CONFIG', message: expect.stringContaining('chmod 700') };
    await expect(initDevice(options)).rejects.toMatchObject(refusal);
    expect(readdirSync(options.directory)).not.toContain('state.json');
    await chmod(options.directory, 0o755);
    await initDevice(options);
    await chmod(options.directory, 0o775);
    await expect(readConfig(files.config)).rejects.toMatchObject(refusal);
  });

  test('changes nothing when it runs a second time', async () => {
    await initDevice(options);
    const before = contents();
    await expect(initDevice({ ...options, productId: 'pr-2' })).rejects.toMatchObject({
      code: 'ERR_ALREADY_EXISTS',
    });
    expect(contents()).toEqual(before);
  });

  test('keeps the key when the state is missing, as after a damaged one was moved aside', async () => {
    const { fingerprint } = await initDevice(options);
    await writeFile(files.state, 'damaged');
    expect(() => openStateFile(files.state)).toThrow('damaged');
    expect((await initDevice(options)).fingerprint).toBe(fingerprint);
    openStateFile(files.state);
  });

  test.each(['ftp://service', 'service', ''])(
    'refuses the service "%s" before anything is made',
    async (service) => {
      await expect(initDevice({ ...options, service })).rejects.toMatchObject({
        code: expect.stringMatching(/^ERR_/u),
      });
      expect(readdirSync(parent)).toEqual([]);
    },
  );

  test.each([
    ['ws://host:8080', 'http://host:8080/'],
    ['wss://host/', 'https://host/'],
    ['wss://host/base', 'https://host/base/'],
  ])('the console of the service %s is at %s', (service, console) =>
    expect(consoleUrlOf(service)).toBe(console),
  );
});

describe('the init command', PROCESS_TIMEOUT, () => {
  test('prints the fingerprint and the link once', async () => {
    const first = await device(
      'init',
      ...flags(options.directory),
      '--console',
      'https://console.example/',
      '--sct',
      TOKEN,
    );
    expect(first).toMatchObject({ code: 0, err: '' });
    const link = /^pairing link: (\S+)$/mu.exec(first.out)?.[1] ?? '';
    expect(parsePairingLink(link)).toMatchObject({
      productId: 'pr-1',
      deviceId: 'de-1',
      username: 'admin',
      sct: TOKEN,
    });
    const { fingerprint } = await loadIdentity(files.identity);
    const commands = first.out.split('\n').filter((line) => line.startsWith('  longwire-signaling'));
    expect(commands).toEqual([
      '  longwire-signaling product add pr-1',
      `  longwire-signaling device add pr-1 de-1 --fingerprint ${fingerprint}`,
    ]);
    expect(first.out).toContain('--database FILE');
    expect(link).toMatch(/^https:\/\/console\.example\/#/u);
    expect(first.out).toContain(`fingerprint: ${fingerprint}`);
    expect((await readConfig(files.config)).service).toBe('ws://127.0.0.1:8080');

    const second = await device('init', ...flags(options.directory));
    expect(second).toMatchObject({ code: 1, out: '' });
    expect(second.err).toContain('ERR_ALREADY_EXISTS');
  });

  test('without --sct prints a link with a token of the device, and what to do if the service does not support those', async () => {
    const { out } = await device('init', ...flags(options.directory));
    const link = parsePairingLink(/^pairing link: (\S+)$/mu.exec(out)?.[1] ?? '');
    expect(link.sct).toMatch(/^[0-9a-f]{32}$/u);
    expect(openStateFile(files.state).state.users).toMatchObject([{ username: 'admin', sct: link.sct }]);
    expect(out).toContain('  longwire-signaling token add pr-1 de-1 --expires 365d\n');
    expect(out).toContain('  longwire-device invite admin --sct TOKEN');
  });

  test('run in a directory without a device names init', async () => {
    const { code, err } = await device('run', '--directory', options.directory);
    expect(code).toBe(1);
    expect(err).toContain('longwire-device init');
  });
});
