/** @module Established peer-to-peer connections need no server: no node, no database, no Redis. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Child } from '../harness/child.ts';
import { expectMovingPicture } from '../harness/expect-moving-picture.ts';
import { expect, test } from '../harness/fixtures.ts';
import { freePort } from '../../packages/signaling/src/test-support/free-port.fixture.ts';
import { optionsFor, TestClient } from '../harness/test-client.ts';

const VIDEO = 'frontdoor-video';

/** The policy of a product that keeps its connections: by the specification they would close with their signaling. */
const closePolicy = {
  iceStates: ['closed', 'failed'],
  disconnectedGraceMs: 0,
  onSignalingLoss: 'stay',
} as const;

// Reason: two services, a Redis and two pictures.
test.setTimeout(180_000);

test('requests and video continue when every node, the database and Redis are gone', async ({
  openPage,
  start,
}) => {
  const port = await freePort();
  const place = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const redis = start.child(Child.ofCommand('redis', ['redis-server', ...place]));
  await redis.nextLine(/Ready to accept connections/u);
  const args = ['--redis', `redis://127.0.0.1:${port}`];
  const near = await start.service({ args });
  const database = join(near.directory, 'service.sqlite');
  const far = await start.service({ args: [...args, '--database', database] });
  const device = await start.device(near, 'longwire');
  const clients: TestClient[] = [];
  for (const { webSocketUrl } of [near, far]) {
    const options = { ...optionsFor(device, webSocketUrl), closePolicy };
    const client = await TestClient.create(await openPage(), options);
    await client.connect();
    await client.logInAsAdmin(device);
    expect(await client.requestTracks(VIDEO)).toBe(201);
    await expectMovingPicture(client, VIDEO);
    clients.push(client);
  }
  const detached = device.child.nextLine(/agent\.detached/u);
  await redis.kill();
  for (const { child } of [near, far]) await child.kill();
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${database}${suffix}`, { force: true });
  await detached;
  for (const client of clients) {
    // It has noticed that its signaling is gone, and stays connected.
    await expect
      .poll(async () => (await client.events()).filter(({ type }) => type === 'warning').length)
      .toBeGreaterThan(0);
    expect(await client.state()).toBe('connected');
    expect(await client.whoAmI()).toMatchObject({ username: 'admin' });
    await expectMovingPicture(client, VIDEO);
  }
});
