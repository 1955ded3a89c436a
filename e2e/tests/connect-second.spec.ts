/** @module A second peer connection, where the first one's servers lead nowhere: networks that let nobody through but to the relay. */
import type { Page } from '@playwright/test';
import { KINDS } from '../harness/device.ts';
import { expect, test } from '../harness/relay-fixtures.ts';
import { TestClient, optionsFor } from '../harness/test-client.ts';

/** The servers of each peer connection that the page has made: none, or with a relay. */
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
    await expect
      .poll(() => page.evaluate(() => [window.instruments.openSockets(), window.instruments.openPeers()]))
      .toEqual([1, 1]);
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
