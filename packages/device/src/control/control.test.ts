/** @module The control socket and the lock: one holder, private, limited, and type-checked on both sides. */
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { createServer as createSocket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EdgeError, parseFingerprint, silentLogger } from '@longwire/protocol';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createInitialState } from '../iam/initial-state.ts';
import { EMPTY_IAM_STATE } from '../iam/iam-state.ts';
import { Iam } from '../iam/iam.ts';
import { createMemoryStore } from '../store/memory-store.ts';
import { connectControl } from './control-client.ts';
import { checkSocketPath, MAX_SOCKET_PATH_BYTES } from './control-path.ts';
import { MAX_REQUEST_BYTES, openControlServer, type ControlServer } from './control-server.ts';
import { remoteOperations, SERVED, type ControlOperations } from './control-table.ts';
import { readTable } from './control-message.ts';
import { lockDirectory } from './directory-lock.ts';
import { iamOperations } from './iam-operations.ts';
import { notifyFrom } from './notify-operation.ts';
import type { StatusReport } from './status-report.ts';

const STATUS: StatusReport = {
  productId: 'pr-1',
  deviceId: 'de-1',
  fingerprint: 'ab'.repeat(32),
  service: 'wss://service.example',
  attachment: { state: 'detached', since: '2026-01-01T00:00:00.000Z', reason: '1006 gone' },
  uptimeSeconds: 5,
  memoryBytes: 100,
  sessions: [
    {
      id: 's',
      connectedAt: '2026-01-01T00:00:00.000Z',
      watching: ['door-video'],
      username: 'bob',
      role: 'Guest',
    },
    { id: 't', connectedAt: '2026-01-01T00:00:00.000Z', watching: [] },
  ],
  tracks: [
    {
      trackId: 'door-video',
      kind: 'video',
      health: 'failing',
      message: 'It is off.',
      codecs: [],
      viewers: 1,
    },
  ],
  streams: [{ port: 22, name: 'ssh', service: 'tcp' }],
};
const BROWSER = parseFingerprint('cd'.repeat(32));

let directory = '';
let path = '';
let ended = 0;
const notified: unknown[] = [];
let operations: ControlOperations;
let server: ControlServer | undefined;
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'longwire-control-'));
  path = join(directory, 'control.sock');
  ended = 0;
  const first = createInitialState({
    username: 'admin',
    password: 'a password',
    sct: null,
    openPairingPassword: 'x',
  });
  const users = first.users.map((user) => ({
    ...user,
    fingerprints: [{ fingerprint: BROWSER, name: 'phone' }],
  }));
  const iam = new Iam({ store: createMemoryStore({ ...first, users }) });
  const endSessions = (): void => void (ended += 1);
  notified.length = 0;
  operations = {
    ...iamOperations({ iam, endSessions }),
    status: () => Promise.resolve(STATUS),
    notify: (request) => notifyFrom({ notify: (notification) => void notified.push(notification) }, request),
  };
  server = await openControlServer({ path, operations, logger: silentLogger });
});
afterEach(async () => {
  await server?.close();
  await rm(directory, { recursive: true, force: true });
});

async function connected(): Promise<ControlOperations> {
  const remote = await connectControl(path);
  if (remote === undefined) throw new Error('the device does not run');
  return remote;
}

async function post(url: string, body: string, method = 'POST'): Promise<{ status: number; text: string }> {
  const sent = request({ socketPath: path, path: url, method });
  const responded = once(sent, 'response');
  sent.end(body);
  const [response] = await responded;
  let text = '';
  for await (const chunk of response) text += String(chunk);
  return { status: Number(response.statusCode), text };
}

describe('through the control socket', () => {
  test('a status arrives unchanged', async () => {
    expect(await (await connected()).status()).toEqual(STATUS);
  });

  test('users are listed, invited, given roles and removed as within the process', async () => {
    const remote = await connected();
    expect(await remote.users()).toEqual(await operations.users());
    expect(await remote.invite({ username: 'bob', role: 'Standard', expiresMs: 0 })).toMatchObject({
      username: 'bob',
      isNew: true,
    });
    await remote.setRole({ username: 'bob', role: 'Guest' });
    expect(await remote.users()).toContainEqual({
      username: 'bob',
      role: 'Guest',
      hasPassword: true,
      browsers: [],
    });
    const accessEndsAtMs = Date.now() + 60_000;
    await remote.setAccessEnd({ username: 'bob', accessEndsAtMs });
    expect(await remote.users()).toContainEqual(
      expect.objectContaining({ username: 'bob', accessEndsAt: new Date(accessEndsAtMs).toISOString() }),
    );
    await remote.setAccessEnd({ username: 'bob', accessEndsAtMs: null });
    await remote.invite({ username: 'bob', accessEndsAtMs });
    await remote.invite({ username: 'bob', accessEndsAtMs: null });
    expect((await remote.users()).every((user) => user.accessEndsAt === undefined)).toBe(true);
    await remote.removeUser({ username: 'bob' });
    await remote.removeBrowser({ username: 'admin', fingerprint: BROWSER });
    expect(await remote.users()).toMatchObject([{ username: 'admin', browsers: [] }]);
  });

  test('a notification arrives with its picture, which the device reads', async () => {
    const remote = await connected();
    const image = join(directory, 'door.jpg');
    writeFileSync(image, Uint8Array.of(0xff, 0xd8, 0xff));
    await remote.notify({ title: 'Doorbell' });
    await remote.notify({ title: 'Doorbell', body: 'Someone rings', image });
    expect(notified).toEqual([
      { title: 'Doorbell', body: '' },
      { title: 'Doorbell', body: 'Someone rings', image: Uint8Array.of(0xff, 0xd8, 0xff) },
    ]);
    writeFileSync(image, new Uint8Array(129 * 1024));
    for (const path of [image, join(directory, 'none.jpg')])
      await expect(remote.notify({ title: 'Doorbell', image: path })).rejects.toMatchObject({
        code: 'ERR_NOTIFICATION',
        message: expect.stringContaining(path),
      });
  });

  test('an error keeps its code and message', async () => {
    const remote = await connected();
    await expect(remote.invite({ username: 'admin' })).rejects.toMatchObject({
      code: 'ERR_ALREADY_EXISTS',
      message: expect.stringContaining('--renew'),
    });
    await expect(remote.removeUser({ username: 'stranger' })).rejects.toMatchObject({
      code: 'ERR_NOT_FOUND',
    });
    await expect(remote.setAccessEnd({ username: 'admin', accessEndsAtMs: 1 })).rejects.toMatchObject({
      code: 'ERR_END_OF_ACCESS',
    });
    await expect(remote.setRole({ username: 'admin', role: 'King' })).rejects.toMatchObject({
      code: 'ERR_NOT_FOUND',
    });
  });

  test('a reset ends every session', async () => {
    expect(await (await connected()).reset({})).toMatchObject({ username: 'admin' });
    expect(ended).toBe(1);
  });
});

describe('requests on the control socket are checked', () => {
  test.each([
    ['GET', '/v1/status', '{}', 'unknown operation'],
    ['POST', '/v1/shutdown', '{}', 'unknown operation'],
    ['POST', '/v1/constructor', '{}', 'unknown operation'],
    ['POST', '/', '{}', 'unknown operation'],
    ['POST', '/v1/invite', 'no json', 'not valid JSON'],
    ['POST', '/v1/invite', '[]', 'must be a table'],
    ['POST', '/v1/invite', '{}', '"username" is missing'],
    ['POST', '/v1/invite', '{"username":"../x"}', 'user name may only'],
    ['POST', '/v1/invite', '{"username":"bob","expiresMs":-1}', '"expiresMs" must be an integer'],
    ['POST', '/v1/invite', '{"username":"bob","admin":true}', 'unknown key "admin"'],
    ['POST', '/v1/set-role', '{"username":"bob"}', '"role" is missing'],
    ['POST', '/v1/remove-browser', '{"username":"bob","fingerprint":"ab"}', '"fingerprint"'],
  ])('%s %s %s', async (method, url, body, words) => {
    const { status, text } = await post(url, body, method);
    expect(status).toBe(400);
    expect(JSON.parse(text)).toMatchObject({ code: 'ERR_CONTROL', message: expect.stringContaining(words) });
    expect(await operations.users()).toHaveLength(1);
  });

  test('a request above the size limit is refused', async () => {
    expect((await post('/v1/users', '{}'.padEnd(MAX_REQUEST_BYTES))).status).toBe(200);
    expect((await post('/v1/users', '{}'.padEnd(MAX_REQUEST_BYTES + 1))).text).toContain('exceeds');
  });

  test('any request gets an answer or a typed error', async () => {
    const names = fc.constantFrom(...SERVED.keys());
    await fc.assert(
      fc.asyncProperty(names, fc.json(), async (name, json) => {
        const serve = SERVED.get(name);
        const run = async (): Promise<object | undefined> => serve?.(operations, readTable(JSON.parse(json)));
        expect(await run().catch((error: unknown) => error)).toSatisfy(
          (end) => !(end instanceof Error) || end instanceof EdgeError,
        );
      }),
    );
  });

  test('a malformed reply is a typed error', async () => {
    await fc.assert(
      fc.asyncProperty(fc.json(), async (json) => {
        const remote = remoteOperations(async () => readTable(JSON.parse(json)));
        for (const run of [remote.status(), remote.users(), remote.reset({})])
          expect(await run.catch((error: unknown) => error)).toSatisfy(
            (end) => !(end instanceof Error) || end instanceof EdgeError,
          );
      }),
    );
  });
});

describe('the control socket', () => {
  test('is private, is removed when it closes, and then no device is found', async () => {
    expect(statSync(path).mode & 0o777).toBe(0o600);
    await server?.close();
    expect(existsSync(path)).toBe(false);
    expect(await connectControl(path)).toBeUndefined();
  });

  test('replaces the socket of a dead process', async () => {
    await server?.close();
    writeFileSync(path, '');
    server = await openControlServer({ path, operations, logger: silentLogger });
    expect(await (await connected()).status()).toEqual(STATUS);
  });

  test('is not mistaken for a device when another program listens there', async () => {
    await server?.close();
    const other = createServer((_, response) => response.end('hello')).listen(path);
    await once(other, 'listening');
    await expect(connectControl(path)).rejects.toMatchObject({ code: 'ERR_CONTROL' });
    other.close();
    await once(other, 'close');
    const rude = createSocket((socket) => socket.end('no http')).listen(path);
    await once(rude, 'listening');
    await expect(connectControl(path)).rejects.toMatchObject({ code: 'ERR_CONTROL' });
    rude.close();
  });

  test('refuses a path above the length limit', () => {
    const long = `/${'x'.repeat(MAX_SOCKET_PATH_BYTES - 1)}`;
    expect(checkSocketPath(long)).toBe(long);
    expect(() => checkSocketPath(`${long}x`)).toThrow(expect.objectContaining({ code: 'ERR_CONTROL' }));
  });
});

describe('the lock of a directory', () => {
  test('has one holder at a time', () => {
    const file = join(directory, 'device.lock');
    const lock = lockDirectory(file);
    expect(() => lockDirectory(file)).toThrow(expect.objectContaining({ code: 'ERR_IN_USE' }));
    lock.release();
    lock.release();
    lockDirectory(file).release();
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('writes nothing to the disk, which may be full', () => {
    const file = join(directory, 'device.lock');
    using _lock = lockDirectory(file);
    expect(readdirSync(directory).filter((name) => name.startsWith('device'))).toEqual(['device.lock']);
    expect(statSync(file).size).toBe(0);
  });

  test.each([
    ['without the directory', join('none', 'device.lock'), /^cannot create the lock \S+: ENOENT: /u],
    ['in a damaged file', 'damaged', /^cannot create the lock \S+: file is not a database$/u],
  ])('cannot be taken %s, and the error says why', (_, name, message) => {
    writeFileSync(join(directory, 'damaged'), 'x'.repeat(4096));
    expect(() => lockDirectory(join(directory, name))).toThrow(
      expect.objectContaining({ code: 'ERR_STORE_WRITE', message: expect.stringMatching(message) }),
    );
  });
});

/** Invites a user at a device whose service takes the token, does not take it, or does not say. */
const sctOf = async (isTaken: boolean | undefined, given?: string) => {
  const iam = new Iam({ store: createMemoryStore(EMPTY_IAM_STATE), generateSct: () => 'its own token' });
  const users = iamOperations({ iam, isTokenTaken: async () => isTaken });
  return await users.invite({ username: 'anna', ...(given === undefined ? {} : { sct: given }) });
};

describe('the token of an invitation', () => {
  test("is the user's own if the service accepts it", async () => {
    expect(await sctOf(true)).toMatchObject({ sct: 'its own token' });
    expect(await sctOf(true)).not.toHaveProperty('isTokenUntested');
  });

  test('is absent if the service does not accept it', async () => {
    expect(await sctOf(false)).not.toHaveProperty('sct');
  });

  test('is marked as untested if the answer of the service is unknown', async () => {
    expect(await sctOf(undefined)).toMatchObject({ sct: 'its own token', isTokenUntested: true });
  });

  test('is the given one, whatever the service accepts', async () => {
    for (const isTaken of [true, false, undefined])
      expect(await sctOf(isTaken, 'given')).toEqual({
        username: 'anna',
        password: expect.any(String),
        isNew: true,
        sct: 'given',
      });
  });

  test('keeps its marks through the socket', async () => {
    const remote = await connectControl(path);
    expect(await remote?.invite({ username: 'anna' })).toMatchObject({ isTokenUntested: true });
  });
});
