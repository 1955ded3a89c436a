/** @module A NAT that gives a connection another port, as routers do after a restart. */
import { expect, test } from '../harness/link-fixtures.ts';
import { TestSession } from '../harness/link-session.ts';

// Reason: machines, a relay and a browser are started for it, and a loss takes time to be noticed.
test.setTimeout(180_000);

test('a NAT that changes the port of a connection: requests are answered, and the picture goes on', async ({
  world: { page, device, signalingUrl: signalingServerUrl, link },
}) => {
  link.natPorts(40_000, 40_999);
  const session = await TestSession.start(page, device, { signalingServerUrl });
  await session.play();
  expect(link.mappedConnections()).toBeGreaterThan(0);
  link.natPorts(50_000, 50_999);
  await expect.poll(() => link.mappedConnections()).toBeGreaterThan(0);
  expect(await session.whoAmI()).toBe(device.username);
  await session.expectVideo();
  await expect.poll(async () => await session.state()).toBe('ready');
});
