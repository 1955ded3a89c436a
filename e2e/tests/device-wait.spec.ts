/** @module A page whose device is offline is connected as soon as the device has attached, not at its own next attempt. */
import { expect, test } from '../harness/fixtures.ts';
import { TestSession } from '../harness/link-session.ts';

// Reason: the waits between the session's own attempts grow to half a minute first.
test.setTimeout(180_000);

/** Before this attempt the session waits for up to a minute. */
const PATIENT_ATTEMPT = 5;

/** From the device's attachment until the page is connected and logged in, in milliseconds. */
const MAX_RETURN_MS = 1_000;

test('a device comes back: the page is connected within a second of the attachment', async ({
  openPage,
  start,
}) => {
  const service = await start.service();
  const device = await start.device(service, 'longwire');
  const session = await TestSession.start(await openPage(), device, {
    signalingServerUrl: service.webSocketUrl,
  });
  await device.child.kill();
  await expect
    .poll(async () => await session.awaitedAttempt(), { timeout: 120_000 })
    .toBeGreaterThanOrEqual(PATIENT_ATTEMPT);
  start.child(await device.startAgain());
  const attachedMs = performance.now();
  await session.ready();
  const returnMs = performance.now() - attachedMs;
  expect(await session.whoAmI()).toBe(device.username);
  expect(returnMs).toBeLessThan(MAX_RETURN_MS);
});
