/** @module A second peer connection when the first one's servers lead nowhere: in networks where only the relay is reachable. */
import type { Page } from '@playwright/test';
import { KINDS } from '../harness/device.ts';
import { HARD_PRESSED_DEVICE } from '../harness/paths.ts';
import { expect, test } from '../harness/relay-fixtures.ts';
import { TestClient, optionsFor } from '../harness/test-client.ts';

/** What is left open in the page. */
async function openOnes(page: Page): Promise<number[]> {
  return await page.evaluate(() => [window.instruments.openSockets(), window.instruments.openPeers()]);
}

/** The servers of each peer connection that the page has created: none, or with a relay. */
async function madeWith(page: Page): Promise<string[]> {
  return await page.evaluate(() =>
    window.instruments.peerConfigurations.map(({ iceServers = [] }) =>
      JSON.stringify(iceServers).includes('turn:') ? 'relay' : 'none',
    ),
  );
}

for (const kind of KINDS) {
  test(`${kind} device: the relay is found on a second login, one connection is left, and the relay is first the next time`, async ({
    world,
  }) => {
    const client = await world.createClient({
      kind,
      transport: 'udp',
      iceTransportPolicy: 'all',
      iceServers: [],
    });
    const { page } = client;
    await client.connect();
    expect((await client.request('GET', '/p2p/webrtc-info')).statusCode).toBe(205);
    expect(await madeWith(page)).toEqual(['none', 'relay']);
    await expect.poll(async () => await openOnes(page)).toEqual([1, 1]);
    await client.close();
    const device = await world.device(kind);
    const options = { ...optionsFor(device, world.service.webSocketUrl), iceServers: [] };
    const again = await TestClient.create(page, options);
    await again.connect();
    expect((await again.request('GET', '/p2p/webrtc-info')).statusCode).toBe(205);
    expect(await madeWith(page)).toEqual(['none', 'relay', 'relay']);
    await page.context().close();
  });
}

/** A limit of one session, by the side that enforces it, and what that means for the second peer connection. */
const ROOM_FOR_ONE = [
  {
    by: 'device, which closes the older connection',
    serviceArgs: [],
    device: { main: HARD_PRESSED_DEVICE, args: ['--max-sessions', '1'] },
    made: ['none', 'relay'],
  },
  {
    by: 'service, which refuses until the first is closed',
    serviceArgs: ['--max-clients-per-device', '1'],
    device: {},
    made: ['none', 'relay', 'relay'],
  },
];

for (const { by, serviceArgs, device: options, made } of ROOM_FOR_ONE) {
  test(`with one session allowed by the ${by}, the relay is found and one connection remains`, async ({
    world,
  }) => {
    const service = await world.startService(serviceArgs);
    const device = await world.startDevice(service, 'longwire', options);
    const page = await world.openPage({ transport: 'udp' });
    const client = await TestClient.create(page, {
      ...optionsFor(device, service.webSocketUrl),
      iceServers: [],
    });
    await client.connect();
    expect((await client.request('GET', '/p2p/webrtc-info')).statusCode).toBe(205);
    expect(await madeWith(page)).toEqual(made);
    await expect.poll(async () => await openOnes(page)).toEqual([1, 1]);
    await page.context().close();
  });
}
