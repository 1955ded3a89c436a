/** @module A session survives network changes: its link goes down and up, its address changes, and only a relay is reachable. */
import { forEachKindOf } from '../harness/for-each-kind.ts';
import { expect, test, type LinkWorld } from '../harness/link-fixtures.ts';
import { TestSession } from '../harness/link-session.ts';
import { BROWSER_ADDRESS } from '../harness/namespace.ts';

const OTHER_ADDRESS = '198.51.100.20';

// Reason: machines, a relay and a browser are started for each test, and a loss takes time to be noticed.
test.setTimeout(180_000);

async function start(world: LinkWorld, iceTransportPolicy: RTCIceTransportPolicy): Promise<TestSession> {
  const { page, device, signalingUrl: signalingServerUrl } = world;
  const session = await TestSession.start(page, device, { signalingServerUrl, iceTransportPolicy });
  await session.play();
  return session;
}

function testLink(policy: RTCIceTransportPolicy): void {
  test(`the link goes down and up (${policy}): requests sent meanwhile are answered, and video returns`, async ({
    world,
  }) => {
    const session = await start(world, policy);
    world.link.takeDown();
    await expect.poll(async () => await session.state(), { timeout: 60_000 }).toBe('recovering');
    const answered = session.whoAmI();
    world.link.bringUp();
    expect(await answered).toBe(world.device.username);
    await session.expectVideo();
  });
}

function testAddress(policy: RTCIceTransportPolicy): void {
  test(`the address changes (${policy}): the session reaches its device from the new one`, async ({
    world,
  }) => {
    const session = await start(world, policy);
    world.link.changeAddress(BROWSER_ADDRESS, OTHER_ADDRESS);
    expect(await session.whoAmI()).toBe(world.device.username);
    await session.expectVideo();
    expect(await session.state()).toBe('ready');
  });
}

forEachKindOf(test, () => {
  for (const policy of ['all', 'relay'] as const) {
    testLink(policy);
    testAddress(policy);
  }
});
