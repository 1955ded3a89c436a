/** @module examples/python-device, written from the documents on other libraries: attached, verified, a request, a picture. */
import { join } from 'node:path';
import { Child } from '../harness/child.ts';
import { expectMovingPicture } from '../harness/expect-moving-picture.ts';
import { expect, test } from '../harness/fixtures.ts';
import { PRODUCT_ID } from '../harness/service.ts';
import { TestClient } from '../harness/test-client.ts';

const PROGRAM = 'examples/python-device/device.py';
const DEVICE_ID = 'de-python';
const TRACK_ID = 'pattern-video';

test('a device in Python proves its identity, answers requests and shows a picture', async ({
  shared,
  start,
  openPage,
}) => {
  const { service } = shared;
  const names = ['--product', PRODUCT_ID, '--device', DEVICE_ID];
  const key = join(service.directory, 'python.pem');
  const command = ['/usr/bin/python3', PROGRAM, '--service', service.webSocketUrl, ...names, '--key', key];
  const child = start.child(Child.ofCommand('python device', command));
  const [, fingerprint = ''] = await child.nextLine(/^fingerprint ([0-9a-f]{64})$/u);
  // registered after its first attempt: it keeps trying
  const attached = child.nextLine(/^attached to /u);
  await service.addDevice(DEVICE_ID, fingerprint);
  await attached;

  const sct = await service.addToken(DEVICE_ID);
  const options = {
    signalingServerUrl: service.webSocketUrl,
    productId: PRODUCT_ID,
    deviceId: DEVICE_ID,
    sct,
  };
  const client = await TestClient.create(await openPage(), options);
  await client.connect();
  expect(await client.verifyFingerprint(fingerprint)).toMatchObject({ valid: true, bound: true });
  expect(await client.request('GET', '/uptime')).toMatchObject({ statusCode: 205 });
  expect(await client.request('GET', '/no/such/resource')).toMatchObject({ statusCode: 404 });
  expect(await client.requestTracks('no-such-track')).toBe(404);
  expect(await client.requestTracks(TRACK_ID)).toBe(201);
  await expectMovingPicture(client, TRACK_ID);
});
