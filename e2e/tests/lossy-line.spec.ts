/** @module A line that loses packets at random: sessions connect all the same. */
import { DelayLoopback } from '../harness/delay-loopback.ts';
import { expect, test } from '../harness/fixtures.ts';
import { TestSession } from '../harness/link-session.ts';

/** Address of a STUN server that is never contacted. */
const STUN_PORT = 9;
const SESSIONS = 5;
/** The losses of a run; another run has others. */
const SEED = Number(process.env['LONGWIRE_SEED'] ?? 7);

// Reason: lost packets of a handshake are sent again after seconds.
test.setTimeout(240_000);

for (const percent of [10, 30]) {
  test(`with ${percent} % of the packets lost, sessions connect and requests are answered`, async ({
    openPage,
    shared,
    start,
  }) => {
    await using cleanUp = new AsyncDisposableStack();
    const device = { roundTripMs: 20, lossShare: percent / 100, seed: SEED };
    const cables = new DelayLoopback({ browser: { roundTripMs: 0 }, device });
    cleanUp.defer(async () => await cables.stop());
    const urls = await cables.service(shared.service.webSocketUrl, STUN_PORT);
    const door = await start.device(shared.service, 'longwire', { args: ['--service', urls.device] });
    for (let count = 0; count < SESSIONS; count += 1) {
      const page = await openPage();
      const session = await TestSession.start(page, door, { signalingServerUrl: urls.browser });
      expect(await session.whoAmI()).toBe(door.username);
      await page.close();
    }
  });
}
