/** @module GET /events over a real connection: who sees what. */
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { utf8Decode } from '@longwire/protocol';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LocalService } from '../agent/local-service.fixture.ts';
import { ADMIN_PASSWORD, BOB_PASSWORD } from '../auth/login.fixture.ts';
import type { Device } from '../device.ts';
import { connectAs } from '../session/log-in.fixture.ts';
import type { TestClient } from '../session/test-client.fixture.ts';
import { createTestDevice } from '../test-device.fixture.ts';

const JPEG = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 7);

let directory = '';
let service: LocalService;
let device: Device;
const clients: TestClient[] = [];

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'longwire-events-'));
  service = await LocalService.start();
  device = startable();
  await device.start();
});

afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  await device.close();
  await service[Symbol.asyncDispose]();
  await rm(directory, { recursive: true });
});

function startable(): Device {
  return createTestDevice(service.url, { events: join(directory, 'events.json') });
}

/** A client that has logged in; `bob` has the role that he is given. */
async function connect(username: string, password: string): Promise<TestClient> {
  const { client } = await connectAs(device, service, username, password);
  clients.push(client);
  return client;
}

interface Answer {
  readonly statusCode: number;
  readonly contentFormat?: number;
  readonly payload?: Uint8Array;
}

const NO_ANSWER: Answer = { statusCode: 0 };

async function get(client: TestClient, path: string): Promise<Answer> {
  return Object.assign({ ...NO_ANSWER }, await client.request('GET', path));
}

async function eventsOf(client: TestClient): Promise<unknown> {
  const { payload } = await get(client, '/events');
  return payload === undefined ? undefined : JSON.parse(utf8Decode(payload)).events;
}

async function linksOf(client: TestClient): Promise<string> {
  return utf8Decode((await get(client, '/.well-known/core')).payload ?? new Uint8Array(0));
}

test('an administrator sees notifications and visits, a user notifications, and a guest neither', async () => {
  device.notify({ title: 'Doorbell', body: '' });
  device.notify({ kind: 'motion', title: 'Front door', body: 'Movement', image: JPEG });
  const bob = await connect('bob', BOB_PASSWORD);
  const admin = await connect('admin', ADMIN_PASSWORD);
  const at = expect.any(Number);
  const notifications = [
    { type: 'notification', id: 2, at, kind: 'motion', title: 'Front door', body: 'Movement', image: true },
    { type: 'notification', id: 1, at, title: 'Doorbell', body: '', image: false },
  ];
  const visit = { type: 'visit', at, until: null, present: true, name: null };
  expect(await eventsOf(admin)).toEqual([
    { ...visit, id: 4, user: 'admin', role: 'Administrator' },
    { ...visit, id: 3, user: 'bob', role: 'Guest' },
    ...notifications,
  ]);
  expect((await get(bob, '/events')).statusCode).toBe(403);
  expect((await get(bob, '/events/2/image')).statusCode).toBe(403);
  await device.iam.setRole('bob', 'Standard');
  expect(await eventsOf(bob)).toEqual(notifications);
});

test('a picture is served as what it is, and is missing where there is none', async () => {
  device.notify({ title: 'Movement', body: '', image: JPEG });
  const admin = await connect('admin', ADMIN_PASSWORD);
  expect(await get(admin, '/events/1/image')).toMatchObject({
    statusCode: 205,
    contentFormat: 22,
    payload: JPEG,
  });
  for (const id of ['2', 'x', '']) expect((await get(admin, `/events/${id}/image`)).statusCode).toBe(404);
});

test('the list is announced to those who may read it, with its resource type', async () => {
  const [bob, admin] = [await connect('bob', BOB_PASSWORD), await connect('admin', ADMIN_PASSWORD)];
  expect(await linksOf(admin)).toContain(
    '</events>;rt="longwire.events";ct=50;obs;title="Events";methods="GET"',
  );
  expect(await linksOf(bob)).not.toContain('events');
});

test('after a restart the list is what it was, and the visits have their ends', async () => {
  device.notify({ title: 'Doorbell', body: 'Someone rings', image: JPEG });
  await connect('admin', ADMIN_PASSWORD);
  await device.close();
  device = startable();
  await device.start();
  const again = await connect('admin', ADMIN_PASSWORD);
  expect(await eventsOf(again)).toMatchObject([
    // The same visit: they were back within two minutes.
    { type: 'visit', id: 2, user: 'admin', present: true },
    { type: 'notification', id: 1, title: 'Doorbell', body: 'Someone rings', image: false },
  ]);
});
