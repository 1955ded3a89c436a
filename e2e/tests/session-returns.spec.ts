/** @module How soon a session is back once a line that was cut works again. */
import { scheduler } from 'node:timers/promises';
import { expect, test } from '../harness/link-fixtures.ts';
import { TestSession } from '../harness/link-session.ts';

// Reason: machines, a relay and a browser are started for each test, and the longest cut takes a third of it.
test.setTimeout(180_000);

/** TCP alone repeats its first packet up to 16 s later after a cut of 20 s. The rest is room for a busy machine. */
const MAX_RETURN_MS = 6000;

for (const cutMs of (process.env['CUT_MS'] ?? '3000 8000 20000').split(' ').map(Number)) {
  test(`after a line was cut for ${cutMs / 1000} s, a request is answered as soon as it works again`, async ({
    world,
  }) => {
    const { page, device, signalingUrl: signalingServerUrl, link } = world;
    const session = await TestSession.start(page, device, { signalingServerUrl });
    expect(await session.whoAmI()).toBe(device.username);
    link.cut();
    // The length of the cut is what the test is about.
    await scheduler.wait(cutMs);
    link.mend();
    const mendedMs = performance.now();
    expect(await session.whoAmI()).toBe(device.username);
    const returnMs = Math.round(performance.now() - mendedMs);
    console.log(`cut for ${cutMs} ms: back after ${returnMs} ms`);
    expect(returnMs).toBeLessThan(MAX_RETURN_MS);
    expect(await session.state()).toBe('ready');
  });
}
