/** @module Values that programs print and set, and buttons: with real programs, without a shell. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger, utf8Encode } from '@longwire/protocol';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { addActionResource, addValueResource } from '../coap/add-resource.ts';
import { AppRoutes } from '../coap/app-routes.ts';
import type { ActionResource, ValueResource } from '../coap/described-resource.ts';
import type { ObservableResource } from '../coap/observable-resource.ts';
import { setUpRoutes } from '../coap/app-routes.fixture.ts';
import { ResourceHarness, type HarnessClient } from '../coap/resource-harness.fixture.ts';
import type { ResourceConfig, ValueConfig } from '../config/resource-section.ts';
import { household, PASSWORD } from '../iam/resources/household.fixture.ts';
import { addProgramResource, type ResourceRegistry } from './program-resource.ts';

const directory = mkdtempSync(join(tmpdir(), 'longwire-resource-'));
const file = join(directory, 'value');
const started = join(directory, 'started');
afterAll(() => rmSync(directory, { recursive: true }));
beforeEach(() => {
  writeFileSync(file, '0\n');
  writeFileSync(started, '');
});

const LAMP: ValueConfig = {
  kind: 'value',
  path: '/x',
  title: 'Lamp',
  schema: { type: 'boolean' },
  read: ['cat', file],
  write: ['tee', file],
  everyMs: 1000,
};
/** A program that writes each of its arguments to a file, on a line of its own, and prints a value. */
const noting = (printed: string): [string, ...string[]] => [
  process.execPath,
  '-e',
  `require('node:fs').appendFileSync(${JSON.stringify(started)}, process.argv.slice(1).join('\\n') + '\\n'); console.log(${JSON.stringify(printed)})`,
  '--',
];

const stops: (() => void)[] = [];
afterEach(() => stops.splice(0).forEach((stop) => stop()));

/** A device that has only routes. */
class Routes implements ResourceRegistry {
  readonly iam: ResourceRegistry['iam'];
  readonly #routes: AppRoutes;

  constructor(routes: AppRoutes, iam: ResourceRegistry['iam'] = { isAllowed: () => true }) {
    this.#routes = routes;
    this.iam = iam;
  }

  resource(path: string, resource: ValueResource): ObservableResource;
  resource(path: string, resource: ActionResource): undefined;
  resource(path: string, resource: ValueResource | ActionResource): ObservableResource | undefined {
    if (resource.type !== undefined) return addValueResource(this.#routes, path, resource);
    addActionResource(this.#routes, path, resource);
    return undefined;
  }
}

/** The resource on the routes of an application. */
function setUp(config: ResourceConfig) {
  const device = setUpRoutes();
  const warned: unknown[] = [];
  const logger = { ...silentLogger, warn: (_event: string, fields?: object) => void warned.push(fields) };
  stops.push(addProgramResource(new Routes(device.routes), config, { directory, logger }));
  const put = (json: string) => device.ask('PUT', '/x', { payload: utf8Encode(json), contentFormat: 50 });
  return { ...device, warned, put, get: () => device.ask('GET', '/x') };
}

describe('a value', () => {
  test('is what a program prints, and is set through the stdin of another', async () => {
    const { get, put } = setUp(LAMP);
    expect(await get()).toEqual({ status: 205, text: 'false' });
    expect(await put('true')).toEqual({ status: 204, text: '' });
    expect(readFileSync(file, 'utf8')).toBe('1');
    expect(await get()).toEqual({ status: 205, text: 'true' });
  });

  test.each([
    ['on', { type: 'boolean' }, 'true'],
    [' 21.5 \nmore', { type: 'number' }, '21.5'],
    ['eco', { type: 'string', oneOf: [{ const: 'eco', title: 'eco' }] }, '"eco"'],
  ] as const)('printed as %j is read', async (printed, schema, text) => {
    writeFileSync(file, printed);
    expect(await setUp({ ...LAMP, schema }).get()).toEqual({ status: 205, text });
  });

  test('is an argument of its own, whatever is in it: there is no shell', async () => {
    const evil = '; touch evil $(touch evil) `touch evil`';
    const schema = { type: 'string', oneOf: [{ const: evil, title: 'Evil' }] } as const;
    const { put } = setUp({ ...LAMP, schema, write: [...noting(''), '{value}', 'x={value}'] });
    expect(await put(JSON.stringify(evil))).toMatchObject({ status: 204 });
    expect(readFileSync(started, 'utf8')).toBe(`${evil}\nx=${evil}\n`);
  });

  test('that the settings do not allow starts no program', async () => {
    const { put } = setUp({ ...LAMP, schema: { type: 'integer', maximum: 10 }, write: [...noting('')] });
    for (const json of ['11', '1.5', '"1; reboot"', 'true', 'null'])
      expect(await put(json)).toMatchObject({ status: 400 });
    expect(readFileSync(started, 'utf8')).toBe('');
  });

  test('without a program to set it is read only', async () => {
    const { write: _, ...config } = LAMP;
    expect(await setUp(config).put('true')).toMatchObject({ status: 404 });
  });

  test.each<[string, Partial<ValueConfig>, string]>([
    ['a program is missing', { read: ['no-such-program'] }, 'The program is missing'],
    ['a program has no folder', { read: ['/etc/passwd/program'] }, 'The program is missing'],
    ['a program fails', { read: ['cat', '/no/such/file'] }, 'The program failed'],
    ['it is no boolean', { read: ['echo', '2'] }, 'The program printed neither 0 nor 1'],
    ['it is no number', { read: ['echo'], schema: { type: 'number' } }, 'The program printed no number'],
  ])('is not available where %s', async (_when, change, text) => {
    expect(await setUp({ ...LAMP, ...change }).get()).toEqual({ status: 503, text });
  });

  test('is read once for those who ask at the same time', async () => {
    const { get } = setUp({ ...LAMP, read: [...noting('1'), 'read'] });
    expect(await Promise.all([get(), get(), get()])).toMatchObject([
      { text: 'true' },
      { text: 'true' },
      { text: 'true' },
    ]);
    expect(readFileSync(started, 'utf8')).toBe('read\n');
  });

  test('gets no variable of the device but the few that a program needs', async () => {
    vi.stubEnv('LONGWIRE_SECRET', 'secret');
    const script =
      "console.log(process.env.LONGWIRE_SECRET === undefined && process.env.PATH !== undefined ? 'on' : 'off')";
    expect(await setUp({ ...LAMP, read: [process.execPath, '-e', script] }).get()).toMatchObject({
      text: 'true',
    });
    vi.unstubAllEnvs();
  });

  test('that waits behind eight others is not available, and the others are set one after the other', async () => {
    const { put } = setUp({ ...LAMP, schema: { type: 'integer' }, write: [...noting(''), '{value}'] });
    const answers = await Promise.all(Array.from({ length: 10 }, (_each, n) => put(String(n))));
    expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 8 }, () => 204), 503, 503]);
    expect(readFileSync(started, 'utf8')).toBe('0\n1\n2\n3\n4\n5\n6\n7\n');
  });
});

test('those who observe are notified of a change, and nothing is read for no one', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { routes, put } = setUp({ ...LAMP, read: [...noting('1'), 'read'], write: [...noting(''), 'write'] });
  await vi.advanceTimersByTimeAsync(5000);
  // Its program runs after those that were started before.
  await put('true');
  expect(readFileSync(started, 'utf8')).toBe('write\n');
  const changed = new Promise<void>((resolve) => {
    routes.watch({ method: 'GET', path: '/x' }, resolve);
  });
  await vi.advanceTimersByTimeAsync(1000);
  await changed;
  expect(readFileSync(started, 'utf8')).toBe('write\nread\n');
  vi.useRealTimers();
});

describe('a run that waits', () => {
  const go = join(directory, 'go');
  afterEach(() => rmSync(go, { force: true }));
  /** Notes its start, and ends when it may. */
  const waits = `const fs = require('node:fs'); fs.appendFileSync(${JSON.stringify(started)}, 'run\\n');
    const pause = new Int32Array(new SharedArrayBuffer(4)); while (!fs.existsSync(${JSON.stringify(go)})) Atomics.wait(pause, 0, 0, 10)`;
  const program: [string, ...string[]] = [process.execPath, '-e', waits];
  const button = { kind: 'button', path: '/x', title: 'Gate', isAsking: true, run: program } as const;
  const value: ValueConfig = { ...LAMP, write: program, action: 'IAM:SetUserRole' };

  type Change = (iam: ResourceHarness['iam'], client: HarnessClient) => Promise<void> | void;
  test.each<[string, string, ResourceConfig, Change]>([
    ['its user is removed', 'bob', button, (iam) => iam.removeUser('bob')],
    ['its user gets another role', 'bob', button, (iam) => iam.setRole('bob', 'Guest')],
    ['its session has ended', 'bob', button, (_iam, { session }) => session.end()],
    ['its user may no longer do its own action', 'admin', value, (iam) => iam.setRole('admin', 'Standard')],
  ])('is refused once %s', async (_when, username, config, change) => {
    const harness = new ResourceHarness({ state: household() });
    const { iam, router } = harness;
    const client = harness.connect('a browser');
    await client.login(username, PASSWORD);
    const routes = new AppRoutes({ guard: iam, builtIn: router, title: 'de-1', logger: silentLogger });
    stops.push(addProgramResource(new Routes(routes, iam), config, { directory, logger: silentLogger }));
    const request =
      config.kind === 'button'
        ? { method: 'POST' as const, path: '/x' }
        : { method: 'PUT' as const, path: '/x', payload: utf8Encode('true'), contentFormat: 50 };
    const answers = Promise.all(
      Array.from({ length: 8 }, async () => routes.handle(request, { session: client.session })),
    );
    await vi.waitFor(() => expect(readFileSync(started, 'utf8')).toBe('run\n'), { timeout: 20_000 });
    await change(iam, client);
    writeFileSync(go, '');
    expect((await answers).map(({ statusCode }) => statusCode)).toEqual([
      204,
      ...Array.from({ length: 7 }, () => 403),
    ]);
    expect(readFileSync(started, 'utf8')).toBe('run\n');
  });

  test('runs if its user still has the right', async () => {
    writeFileSync(go, '');
    const { ask } = setUp(button);
    expect(await Promise.all([ask('POST', '/x'), ask('POST', '/x')])).toMatchObject([
      { status: 204 },
      { status: 204 },
    ]);
  });
});

test('a button runs its program, and says in the log why it failed', async () => {
  const button = { kind: 'button', path: '/x', title: 'Restart', isAsking: true } as const;
  const good = setUp({ ...button, run: [...noting(''), 'run'] });
  expect(await good.ask('POST', '/x')).toEqual({ status: 204, text: '' });
  expect(readFileSync(started, 'utf8')).toBe('run\n');
  expect(JSON.parse((await good.ask('GET', '/.well-known/wot')).text)).toMatchObject({
    actions: { x: { title: 'Restart', idempotent: false } },
  });
  const bad = setUp({ ...button, run: ['cat', '/no/such/file'] });
  expect(await bad.ask('POST', '/x')).toEqual({ status: 503, text: 'The program failed' });
  expect(bad.warned).toEqual([
    { path: '/x', program: 'cat', end: 'failed', reason: expect.stringContaining('/no/such/file') },
  ]);
});
