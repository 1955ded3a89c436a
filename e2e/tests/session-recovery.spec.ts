/** @module A session survives what its connections do not: a service outage, a killed device, a frozen tab. */
import { expect, test } from '../harness/fixtures.ts';
import type { Device, Kind } from '../harness/device.ts';
import { forEachKind } from '../harness/for-each-kind.ts';
import { SESSION_GIVEN_UP, useFrozenTabs, type FrozenTabs } from '../harness/frozen-tabs.ts';
import { TestSession } from '../harness/link-session.ts';
import type { Service } from '../harness/service.ts';

/** How long the service stays away, in milliseconds: several attempts to reach it fail meanwhile; `npm run soak` waits longer. */
const AWAY_MS = Number(process.env['LONGWIRE_AWAY_MS'] ?? 8_000);

// Reason: a service stays away, a loss takes time to be noticed, and retries follow a back-off.
test.setTimeout(300_000);

/** The device's log line for a session that it has given up. */
const GIVEN_UP: Readonly<Record<Kind, RegExp>> = {
  longwire: SESSION_GIVEN_UP,
  deployed: /^peer (?:disconnected|failed)$/u,
};

interface World {
  readonly service: Service;
  readonly device: Device;
  readonly url: string;
}

/** A service and a device for the test; for deployed ones, with the sequential handshake and without extensions. */
const world = test.extend<{ readonly world: World; readonly tabs: FrozenTabs }>({
  world: async ({ start, kind }, use) => {
    const service = await start.service();
    const args: Record<Kind, readonly string[]> = { longwire: [], deployed: ['--lasting'] };
    const device = await start.device(service, kind, { args: args[kind] });
    const url =
      kind === 'longwire'
        ? service.webSocketUrl
        : (await start.proxy({ upstream: service.webSocketUrl, isClassic: true })).url;
    await use({ service, device, url });
  },
  tabs: useFrozenTabs,
});

forEachKind((kind) => {
  world(
    'while the service is down video continues, and afterwards signaling is restored',
    async ({ world: { service, device, url }, openPage }) => {
      const session = await TestSession.start(await openPage(), device, { signalingServerUrl: url });
      await session.play();
      await service.child.kill();
      await session.expectVideoFor(AWAY_MS);
      expect(await session.state()).toBe('ready');
      expect(await session.whoAmI()).toBe(device.username);
      await service.restart();
      // It reconnects by itself, without a request.
      await expect
        .poll(async () => (await session.states()).at(-1), { timeout: 90_000 })
        .toEqual({ kind: 'ready', reason: undefined });
      await session.expectVideo();
      expect((await session.states()).map(({ kind }) => kind)).not.toContain('recovering');
      expect(await session.whoAmI()).toBe(device.username);
    },
  );

  world(
    'after the device is killed and restarted, the same element shows its video again',
    async ({ world: { device, url }, openPage, start }) => {
      const session = await TestSession.start(await openPage(), device, { signalingServerUrl: url });
      await session.play();
      await device.child.kill();
      await expect.poll(async () => await session.state(), { timeout: 60_000 }).toBe('recovering');
      const answered = session.whoAmI();
      start.child(await device.startAgain());
      // Requested while the device was down.
      expect(await answered).toBe(device.username);
      await session.expectVideo();
    },
  );

  world(
    'a tab frozen until the device gave up its session shows video again once thawed, and is answered',
    async ({ world: { device, url }, tabs, openPage }) => {
      const session = await TestSession.start(await openPage(), device, { signalingServerUrl: url });
      await session.play();
      await Promise.all([device.child.nextLine(GIVEN_UP[kind]), tabs.freeze()]);
      tabs.thaw();
      expect(await session.whoAmI()).toBe(device.username);
      await session.expectVideo();
      expect(await session.state()).toBe('ready');
    },
  );
});
