/** @module A path that carries small packets only. */
import { expect, test } from '../harness/link-fixtures.ts';
import { TestSession } from '../harness/link-session.ts';

/** What every path by IPv6 carries (RFC 8200 section 5), in bytes. */
const PATH_BYTES = 1280;

// Reason: machines, a relay and a browser are started for it.
test.setTimeout(180_000);

test('over a path of 1,280 bytes a session is verified, answers a large request and shows video', async ({
  world: { page, device, signalingUrl: signalingServerUrl, link },
}) => {
  link.limitPackets(PATH_BYTES);
  // It is ready once the device has proved its key.
  const session = await TestSession.start(page, device, { signalingServerUrl });
  expect(await session.whoAmI()).toBe(device.username);
  const status = await page.evaluate(
    async (payload) => {
      const path = '/iam/users/admin/display-name';
      return (await window.sessionProbe.session.request('PUT', path, { payload, contentFormat: 50 }))
        .statusCode;
    },
    `"${'x'.repeat(20_000)}"`,
  );
  // It has arrived whole: a name of that length is refused.
  expect(status).toBe(400);
  await session.play();
});
