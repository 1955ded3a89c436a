/// <reference types="node" />
/** @module One row per row of SPEC.md's tables: the rows are read from SPEC.md itself. */
import { readFileSync } from 'node:fs';
import { ContentFormat, SPEC_MESSAGES, utf8Decode, type CoapRequest } from '@longwire/protocol';
import { decodeCbor } from '@longwire/protocol/cbor';
import { createFakeWorld, type FakeWorld } from '@longwire/testing';
import { describe, expect, test } from 'vitest';
import { createConnection } from '../create-connection.ts';
import type { Connection } from './connection.ts';
import { cborAnswer, connected } from '../fake-world.fixture.ts';

const SPEC = readFileSync(new URL('../../../../docs/spec/SPEC.md', import.meta.url), 'utf8');

const cellsOf = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

/** The rows of the first table below a line of SPEC.md. @throws Error if there is no such line or no table. */
function specTable(below: string): string[][] {
  const lines = SPEC.split('\n');
  const start = lines.findIndex((line, index) => line.startsWith('|') && index > lines.indexOf(below));
  if (!lines.includes(below) || start === -1) throw new Error(`a table expected below ${below}`);
  const end = lines.findIndex((line, index) => index > start && !line.startsWith('|'));
  return lines.slice(start + 2, end).map(cellsOf);
}

const PASSWORD = 'correct horse';

/** What is expected for the row of this name. */
function rowOf<T>(rows: Readonly<Record<string, T>>, name: string): T {
  const row = rows[name];
  if (row === undefined) throw new Error(`a test expected for the row ${name} of SPEC.md`);
  return row;
}

describe('section 3, connection options', () => {
  test.each(specTable('**Connection options**'))('%s', async (field) => {
    const { options } = await createFakeWorld();
    expect(options).toHaveProperty(field);
    expect(() => createConnection({ ...options, [field]: '' })).toThrow(SPEC_MESSAGES.ERR_MISSING_OPTIONS);
  });
});

interface Call {
  readonly call: (connection: Connection) => Promise<unknown>;
  readonly body: object | string | undefined;
}

const create = (connection: Connection): Promise<unknown> =>
  connection.iam.createUser({ username: 'ann', role: 'Guest', password: PASSWORD });
const logIn = (connection: Connection): Promise<unknown> =>
  connection.authenticate({ username: 'ann', password: PASSWORD });

const CALLS: Readonly<Record<string, Call>> = {
  'POST /iam/users': { call: create, body: { Username: 'ann' } },
  'PUT /iam/users/{username}/password': { call: create, body: PASSWORD },
  'PUT /iam/users/{username}/role': { call: create, body: 'Guest' },
  'GET /iam/users/{username}': { call: ({ iam }) => iam.getUser('ann'), body: undefined },
  'GET /iam/roles': { call: ({ iam }) => iam.listRoles(), body: undefined },
  'GET /iam/me': { call: ({ iam }) => iam.getMe(), body: undefined },
  'POST /webrtc/challenge': {
    call: (connection) => connection.verifyFingerprint('ab'.repeat(32)),
    body: { challenge: expect.any(String) },
  },
  'POST /p2p/pwd-auth/1': { call: logIn, body: { T: expect.any(Uint8Array), Username: 'ann' } },
  'POST /p2p/pwd-auth/2': { call: logIn, body: expect.any(Uint8Array) },
};

function prepare({ device: { resources, passwords } }: FakeWorld): void {
  const record = { Username: 'ann', Role: 'Guest' };
  passwords.set('ann', PASSWORD);
  resources.on('POST /iam/users', cborAnswer(record, 201));
  resources.on('PUT /iam/users/ann/password', { statusCode: 204 });
  resources.on('PUT /iam/users/ann/role', { statusCode: 204 });
  resources.on('GET /iam/users/ann', cborAnswer(record));
  resources.on('GET /iam/me', cborAnswer(record));
  resources.on('GET /iam/roles', cborAnswer(['Guest']));
}

function bodyOf({ payload, contentFormat }: CoapRequest): unknown {
  if (payload === undefined) return undefined;
  if (contentFormat === ContentFormat.cbor) return decodeCbor(payload);
  return contentFormat === ContentFormat.json ? JSON.parse(utf8Decode(payload)) : payload;
}

describe('section 3, device user record', () => {
  const RECORD: Readonly<Record<string, object>> = {
    Username: { Username: 'ann' },
    Password: { Password: expect.stringMatching(/^.{16}$/u) },
    role: { Role: 'Guest' },
  };

  test.each(specTable('**Device user record**'))('%s: %s', async (field) => {
    const { world, connection } = await connected();
    prepare(world);
    const user = await connection.iam.createUser({ username: 'ann', role: 'Guest' });
    expect(user).toMatchObject(rowOf(RECORD, field ?? ''));
  });
});

describe('section 7, device calls', () => {
  const rows = specTable('**Device calls**');

  test.each(rows)('%s %s %s: answered with %s', async (method, path) => {
    const { call, body } = rowOf(CALLS, `${method} ${path}`);
    const { world, connection } = await connected();
    prepare(world);
    await call(connection);
    const request = world.device.resources.requests.find(
      (asked) => asked.method === method && asked.path === path?.replace('{username}', 'ann'),
    );
    expect(request && bodyOf(request)).toEqual(body);
    expect(request?.payload === undefined).toBe(body === undefined);
  });

  test.each(rows)('%s %s %s: any status but %s is a failure', async (method, path, _body, status) => {
    const { call } = rowOf(CALLS, `${method} ${path}`);
    const { world, connection } = await connected();
    prepare(world);
    const statusCode = status === '205' ? 204 : 205;
    world.device.resources.on(`${method} ${path?.replace('{username}', 'ann')}`, { statusCode });
    await expect(call(connection)).rejects.toMatchObject({ statusCode });
  });
});

describe('section 7, signaling', () => {
  const CONTENT: Readonly<Record<string, unknown>> = {
    20: { type: 20, productId: 'pr-fake', deviceId: 'de-fake', sct: 'sct-of-the-fake-world' },
    21: { type: 21 },
    0: { type: 0, data: expect.stringContaining('"type":"offer"'), metadata: expect.any(Object) },
    1: { type: 1, data: expect.stringContaining('"type":"answer"'), metadata: expect.any(Object) },
    2: { type: 2, data: expect.stringContaining('"candidate":"candidate:') },
    3: { type: 3 },
    4: { type: 4, iceServers: [] },
  };

  test.each(specTable('**Signaling**'))('%s %s: %s', async (type) => {
    const world = await createFakeWorld();
    const connecting = createConnection(world.options).connect();
    const { last } = world.sockets;
    const received: string[] = [];
    last.addEventListener('message', (event) => received.push(String(Reflect.get(event, 'data'))));
    await connecting;
    const messages = [...last.sent, ...received].map((text): unknown => JSON.parse(text));
    expect(messages).toContainEqual(rowOf(CONTENT, type ?? ''));
  });
});

describe('section 8, close codes', () => {
  const ERRORS: Readonly<Record<string, readonly [code: string, message: string]>> = {
    'device closed': ['ERR_DEVICE_CLOSED', 'Connection closed by device'],
    'device signaling denied': ['ERR_SIGNALING_DENIED', 'device signaling denied'],
    'base station token rejected': ['ERR_TOKEN_REJECTED', 'base station token rejected'],
    'device offline': ['ERR_DEVICE_OFFLINE', 'device offline'],
    'unknown product id': ['ERR_UNKNOWN_PRODUCT', 'unknown product id'],
    'unknown device id': ['ERR_UNKNOWN_DEVICE', 'unknown device id'],
    'connection timeout': ['ERR_CONNECTION_TIMEOUT', 'connection timeout'],
    'device internal error': ['ERR_DEVICE_INTERNAL', 'device internal error'],
    unknown: ['ERR_UNKNOWN', 'Unknown error'],
  };
  const rows = specTable('Signaling close codes:').flatMap(([code = '', meaning = '']) =>
    code === 'anything else' ? ['4999', '1006', '1012'].map((any) => [any, meaning]) : [[code, meaning]],
  );

  test.each(rows)('%s: %s', async (number, meaning) => {
    const closeCode = Number(number);
    const [code, message] = rowOf(ERRORS, meaning ?? '');
    const world = await createFakeWorld();
    world.intercept = (_message, socket) => {
      socket.serverClose(closeCode);
      return true;
    };
    const expected = { code, message, closeCode };
    await expect(createConnection(world.options).connect()).rejects.toMatchObject(expected);

    const later = await connected();
    const closed: unknown[] = [];
    later.connection.on('close', (error) => closed.push(error));
    later.world.sockets.last.serverClose(closeCode);
    expect(closed).toEqual([expect.objectContaining(expected)]);
  });
});

describe('section 9, content formats', () => {
  const NAMES: Readonly<Record<string, keyof typeof ContentFormat>> = {
    text: 'text',
    'link format': 'linkFormat',
    XML: 'xml',
    'octet stream': 'octetStream',
    JSON: 'json',
    CBOR: 'cbor',
  };

  test.each(specTable('- CoAP content formats:'))('%s is %s, and goes and comes', async (name, number) => {
    const contentFormat = ContentFormat[rowOf(NAMES, name ?? '')];
    expect(contentFormat).toBe(Number(number));
    const { world, connection } = await connected();
    world.device.resources.on('POST /echo', ({ payload, contentFormat: format = -1 }) => ({
      statusCode: 205,
      contentFormat: format,
      payload: payload ?? new Uint8Array(),
    }));
    const response = await connection.request('POST', '/echo', {
      payload: new Uint8Array([1, 2]),
      contentFormat,
    });
    expect([response.statusCode, response.contentFormat, response.payload]).toEqual([
      205,
      contentFormat,
      new Uint8Array([1, 2]),
    ]);
  });
});
