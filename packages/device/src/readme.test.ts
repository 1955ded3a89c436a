/** @module The examples of README.md are real code and do what it says. */
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createDevice,
  createStateFile,
  defaultIamConfig,
  HandlerError,
  loadOrCreateIdentity,
  type Device,
  type DeviceOptions,
  type ObservableResource,
} from '@longwire/device';
import {
  COAP_WS_FEATURE,
  CoapOptionNumber,
  passwordVerifier,
  uintOption,
  utf8Decode,
} from '@longwire/protocol';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { LocalService } from './agent/local-service.fixture.ts';
import { stateWith } from './auth/login.fixture.ts';
import { PROCESS_TIMEOUT, Running } from './cli/process.fixture.ts';
import { createProgram } from './cli/program.ts';
import { textOf } from './coap/binary/binary-client.fixture.ts';
import { BinaryRequestClient } from './session/binary-request-client.fixture.ts';
import { logIn } from './session/log-in.fixture.ts';
import { TestClient } from './session/test-client.fixture.ts';
import { deviceDirectory } from './store/device-directory.ts';

/** A device with the second example. */
async function example(service: string, directory: string, console: Pick<Console, 'log'>): Promise<Device> {
  const device = createDevice({
    signalingServerUrl: service,
    productId: 'pr-garden',
    deviceId: 'de-gate',
    identity: await loadOrCreateIdentity(`${directory}/identity.pem`),
    store: `${directory}/state.json`,
  });

  const lights = new Map([
    ['path', false],
    ['gate', false],
  ]);

  device.use(async ({ method, path, user }, next) => {
    const { statusCode } = await next();
    console.log(`${user?.Username ?? 'anonymous'} ${method} ${path} ${statusCode}`);
  });
  device.get('/lights/:name', ({ params }) => {
    const isOn = lights.get(params.name);
    if (isOn === undefined) throw HandlerError.resourceNotFound('No such light');
    return { isOn };
  });
  device.put(
    '/lights/:name',
    ({ params, body }) => {
      if (!lights.has(params.name)) throw HandlerError.resourceNotFound('No such light');
      lights.set(params.name, body.isOn);
    },
    { body: v.object({ isOn: v.boolean() }) },
  );
  device.post('/gate', ({ user }) => `opened for ${user?.Username ?? 'anonymous'}`, { action: 'Gate:Open' });
  device.on('attached', () => console.log('reachable'));
  device.on('userchange', (session, { to }) =>
    console.log(`${session.id} is ${to?.Username ?? 'anonymous'}`),
  );
  return device;
}

/** The third example. */
function describedExample(device: Device, console: Pick<Console, 'log'>): ObservableResource {
  let isOn = false;
  const light = device.resource('/light', {
    title: 'Light',
    type: 'boolean',
    get: () => isOn,
    put: (value) => {
      isOn = value;
    },
  });
  device.resource('/brightness', {
    title: 'Brightness',
    type: 'integer',
    unit: '%',
    minimum: 0,
    maximum: 100,
    get: () => 80,
  });
  device.resource('/restart', { title: 'Restart', post: () => console.log('restarting') });
  return light;
}

/** The fifth example. */
function gateConfig(): typeof defaultIamConfig {
  const gate = {
    id: 'Gate',
    statements: [{ effect: 'Allow', actions: ['Gate:*'], conditions: [] }],
  } as const;
  const iamConfig = {
    ...defaultIamConfig,
    policies: [...defaultIamConfig.policies, gate],
    roles: defaultIamConfig.roles.map(({ id, policies }) => ({
      id,
      policies: id === 'Administrator' ? [...policies, gate.id] : policies,
    })),
  };
  return iamConfig;
}

/** The fourth example; returns the function that takes a new value. */
function observableExample(device: Device): (value: number) => void {
  let celsius = 20;
  const reading = device.get('/celsius', () => celsius, { observable: true, action: null });
  const handleReading = (value: number): void => {
    celsius = value;
    reading.notify();
  };
  return handleReading;
}

const PASSWORD = 'password-of-ann';
const ann = stateWith({ username: 'ann', role: 'Standard', passwordVerifier: passwordVerifier(PASSWORD) });

/** The status and the text of an answer. */
function readAnswer(answer: unknown): readonly [number, string] {
  const { statusCode, payload } = Object.assign({ statusCode: 0, payload: new Uint8Array(0) }, answer);
  return [statusCode, utf8Decode(payload)];
}

test('the README’s routes switch lights', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'longwire-readme-'));
  await using service = await LocalService.start();
  try {
    await createStateFile(join(directory, 'state.json'), ann);
    const reports: string[] = [];
    await using device = await example(service.url, directory, {
      log: (words: string) => reports.push(words),
    });
    const light = describedExample(device, { log: (words: string) => reports.push(words) });
    const opened = Promise.withResolvers<void>();
    device.on('sessionopened', () => opened.resolve());
    await device.start();
    const client = new TestClient(service.open());
    client.offer();
    await opened.promise;
    await client.until(() => client.isOpen);
    const ask = async (...request: Parameters<TestClient['request']>): Promise<unknown> =>
      readAnswer(await client.request(...request));

    expect(await ask('GET', '/lights/gate')).toEqual([403, 'Access Denied']);
    const [session] = device.sessions;
    if (session === undefined) throw new Error('the device has no session');
    await logIn(client, session.identity, 'ann', PASSWORD);
    expect(await ask('GET', '/lights/gate')).toEqual([205, '{"isOn":false}']);
    expect(await ask('PUT', '/lights/gate', { isOn: true })).toEqual([204, '']);
    expect(await ask('GET', '/lights/gate')).toEqual([205, '{"isOn":true}']);
    expect(await ask('PUT', '/lights/gate', { isOn: 'yes' })).toEqual([400, 'body with a wrong isOn']);
    expect(await ask('PUT', '/lights/door', { isOn: true })).toEqual([404, 'No such light']);
    expect(await ask('POST', '/gate')).toEqual([403, 'Access Denied']);
    expect(reports).toEqual([
      'reachable',
      '1 is ann',
      'ann GET /lights/gate 205',
      'ann PUT /lights/gate 204',
      'ann GET /lights/gate 205',
      'ann PUT /lights/gate 400',
      'ann PUT /lights/door 404',
    ]);
    expect(await ask('PUT', '/light', true)).toEqual([204, '']);
    expect(await ask('GET', '/light')).toEqual([205, 'true']);
    expect(await ask('PUT', '/light', 1)).toEqual([400, 'body of the wrong shape']);
    expect(await ask('POST', '/restart')).toEqual([204, '']);
    expect(reports).toContain('restarting');
    expect(light.observerCount).toBe(0);
    client.close();
  } finally {
    await rm(directory, { recursive: true });
  }
});

test('the README’s policy lets only administrators use the gate', () => {
  const rolesOf = (policy: string): readonly string[] =>
    gateConfig().roles.flatMap(({ id, policies }) => (policies.includes(policy) ? [id] : []));
  expect(rolesOf('Gate')).toEqual(['Administrator']);
  expect(gateConfig().roles).toHaveLength(defaultIamConfig.roles.length);
});

test('the README’s observable resource notifies its observers', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'longwire-readme-'));
  await using service = await LocalService.start();
  try {
    await createStateFile(join(directory, 'state.json'), ann);
    await using device = await example(service.url, directory, { log: () => undefined });
    const handleReading = observableExample(device);
    await device.start();
    const client = new TestClient(service.open());
    client.offer({ features: [COAP_WS_FEATURE] });
    await client.until(() => client.isOpen);
    const talk = new BinaryRequestClient(client);
    await talk.get('/celsius', 1, [uintOption(CoapOptionNumber.OBSERVE, 0)]);
    handleReading(21);
    await client.until(() => talk.answersTo(1).length === 2);
    expect(talk.answersTo(1).map(textOf)).toEqual(['20', '21']);
    client.close();
  } finally {
    await rm(directory, { recursive: true });
  }
});

const squeeze = (text: string): string => text.replace(/\s|,(?=\s*[\])}])/gu, '');

async function readmeBlocks(): Promise<readonly string[]> {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  return [...readme.matchAll(/```ts\n([\s\S]*?)```/gu)].map(([, code = '']) => code);
}

test(
  'the README’s first example runs as a program and attaches to its service',
  PROCESS_TIMEOUT,
  async () => {
    const directory = await mkdtemp(join(tmpdir(), 'longwire-readme-'));
    await using service = await LocalService.start();
    try {
      await createStateFile(join(directory, 'state.json'), ann);
      await symlink(join(import.meta.dirname, '../../../node_modules'), join(directory, 'node_modules'));
      const [block = ''] = await readmeBlocks();
      const main = join(directory, 'main.mts');
      await writeFile(main, block.replace('wss://service.example', service.url));
      const program = Running.program(main, directory);
      await program.printed(/^attached$/mu);
      const client = new TestClient(service.open());
      client.offer();
      await client.until(() => client.isOpen);
      expect(readAnswer(await client.request('GET', '/uptime'))).toEqual([403, 'Access Denied']);
      client.close();
      await program.stop('SIGKILL');
    } finally {
      await rm(directory, { recursive: true });
    }
  },
);

/** The first cells of the rows of a table of README.md, by its headings. */
async function readmeTable(heading: string): Promise<string> {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  const [, after = ''] = readme.split(`| ${heading} |`);
  const [table = ''] = after.split('\n\n');
  return [...table.matchAll(/^\| (.*?) \|/gmu)].map(([, cell = '']) => cell).join('\n');
}

test('README.md lists every command', async () => {
  const table = await readmeTable('command | what it does');
  for (const command of createProgram().commands)
    expect(table).toMatch(new RegExp(`\`${command.name()}\\b`, 'u'));
});

test('README.md lists every file of a device', async () => {
  const table = await readmeTable('file | what it is');
  for (const path of Object.values(deviceDirectory(''))) expect(table).toContain(`\`${path}\``);
});

test('README.md lists every option with a default', async () => {
  const names: Readonly<Record<keyof DeviceOptions, boolean>> = {
    signalingServerUrl: false,
    productId: false,
    deviceId: false,
    identity: false,
    store: false,
    serviceIp: true,
    serviceAuthority: true,
    events: true,
    iamConfig: true,
    oauth: true,
    appName: true,
    appVersion: true,
    logger: true,
    iceServers: true,
    bindAddress: true,
    maxBitsPerSecond: true,
    sessionLimits: true,
    loginRates: true,
    backOff: true,
  };
  const table = await readmeTable('option | default');
  for (const [name, hasDefault] of Object.entries(names))
    expect(table.includes(`\`${name}\``)).toBe(hasDefault);
});

test('README.md contains the tested examples', async () => {
  const source = await readFile(new URL('readme.test.ts', import.meta.url), 'utf8');
  const [, ...blocks] = await readmeBlocks();
  expect(blocks).toHaveLength(4);
  for (const block of blocks)
    expect(squeeze(source)).toContain(squeeze(block.replace(/^import .*\n+/gmu, '')));
});
