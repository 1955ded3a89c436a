/** @module Browsers' default: the page's host addresses are hidden behind mDNS names, which a device may not be able to resolve. */
import { expectMovingPicture } from '../harness/expect-moving-picture.ts';
import { expect, test } from '../harness/fixtures.ts';
import { forEachKind } from '../harness/for-each-kind.ts';

forEachKind(() => {
  test('a page with mDNS candidates connects, verifies, logs in and shows video', async ({
    connectClient,
    device,
  }) => {
    const client = await connectClient();
    const candidates = await client.page.evaluate(() => window.instruments.candidates);
    expect(candidates.length).toBeGreaterThan(0);
    expect(candidates.filter((candidate) => !candidate.includes('.local '))).toEqual([]);
    expect(await client.verifyFingerprint(device.fingerprint)).toEqual({
      valid: true,
      bound: true,
      boundBy: 'token',
    });
    await client.logInAsAdmin(device);
    expect(await client.requestTracks('frontdoor-video')).toBe(201);
    await expectMovingPicture(client);
  });
});
