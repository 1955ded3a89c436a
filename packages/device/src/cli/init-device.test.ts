/** @module Setting a device up: what is made, printed, and never overwritten. */
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
import { deviceDirectory, type DeviceDirectory } from './device-directory.ts';
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

describe('init', () => {
  test('makes a device whose link leads to it and logs its administrator in', async () => {
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

  test('nobody but the administrator can do anything: pairing is not open', async () => {
    await initDevice(options);
    const store = openStateFile(files.state);
    const client = new ResourceHarness({ store }).connect('stranger');
    expect((await client.request('GET', '/iam/pairing')).cbor()).toMatchObject({ Modes: ['PasswordInvite'] });
    expect(await client.login('', store.state.openPairing.password ?? '')).toBe(401);
  });

  test('passwords have 16 characters without look-alikes, and are kept nowhere', async () => {
    const { password } = await initDevice(options);
    expect(password).toMatch(/^[^0O1lI]{16}$/u);
    for (const content of Object.values(contents())) expect(content).not.toContain(password);
  });

  test('every file is private', async () => {
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

  test('a directory in which others may exchange files is refused, by init and by whatever reads it later', async () => {
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

  test('a second time changes nothing', async () => {
    await initDevice(options);
    const before = contents();
    await expect(initDevice({ ...options, productId: 'pr-2' })).rejects.toMatchObject({
      code: 'ERR_ALREADY_EXISTS',
    });
    expect(contents()).toEqual(before);
  });

  test('without a state, which a damaged one leaves behind, keeps the key', async () => {
    const { fingerprint } = await initDevice(options);
    await writeFile(files.state, 'damaged');
    expect(() => openStateFile(files.state)).toThrow('damaged');
    expect((await initDevice(options)).fingerprint).toBe(fingerprint);
    openStateFile(files.state);
  });

  test.each(['ftp://service', 'service', ''])(
    'the service "%s" is refused before anything is made',
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
  ])('the console of %s is %s', (service, console) => expect(consoleUrlOf(service)).toBe(console));
});

describe('the command', PROCESS_TIMEOUT, () => {
  test('init prints the fingerprint and the link, once', async () => {
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

  test('without a token of the service the link holds one of the device, and what to do should the service take none', async () => {
    const { out } = await device('init', ...flags(options.directory));
    const link = parsePairingLink(/^pairing link: (\S+)$/mu.exec(out)?.[1] ?? '');
    expect(link.sct).toMatch(/^[0-9a-f]{32}$/u);
    expect(openStateFile(files.state).state.users).toMatchObject([{ username: 'admin', sct: link.sct }]);
    expect(out).toContain('  longwire-signaling token add pr-1 de-1 --expires 365d\n');
    expect(out).toContain('  longwire-device invite admin --sct TOKEN');
  });

  test('run without init says what to do', async () => {
    const { code, err } = await device('run', '--directory', options.directory);
    expect(code).toBe(1);
    expect(err).toContain('longwire-device init');
  });
});
