/** @module What a connection reports of itself: its traffic while it has a listener, and a trace of how it connected. */
import { expect, test } from '../harness/fixtures.ts';

test('a connection reports its traffic once a second while it has a listener, and has a trace of how it connected', async ({
  connectClient,
  device,
}) => {
  const client = await connectClient();
  await client.logInAsAdmin(device);
  expect(await client.requestTracks('frontdoor-video')).toBe(201);
  await client.page.evaluate(() => {
    const reported: unknown[] = [];
    const off = window.probe.connection.on('stats', (stats) => reported.push(stats));
    Object.assign(window, { reported, off });
  });
  const reported = async (): Promise<unknown[]> =>
    await client.page.evaluate(() => Reflect.get(window, 'reported'));
  const video = { kind: 'video', direction: 'receive', codec: 'H264', width: 640, height: 360 };
  await expect
    .poll(async () => (await reported()).at(-1))
    .toMatchObject({
      path: { kind: 'same-network', protocol: 'udp' },
      roundTripMs: expect.any(Number),
      receiveBitsPerSecond: expect.any(Number),
      lossShare: 0,
      tracks: [
        {
          ...video,
          framesPerSecond: expect.any(Number),
          freezes: expect.any(Number),
          jitterMs: expect.any(Number),
        },
      ],
    });
  await client.page.evaluate(() => Reflect.get(window, 'off')());
  const { attempt, steps } = await client.page.evaluate(() => window.probe.connection.trace);
  expect(attempt).toBe(1);
  const pair = {
    local: 'host',
    // A check of the device that comes before its candidates makes it peer reflexive (RFC 8445, section 7.3.1.3).
    remote: expect.stringMatching(/^(?:host|prflx)$/u),
    protocol: 'udp',
    state: 'succeeded',
    nominated: true,
  };
  expect(steps.filter(({ step }) => step === 'pair')).toContainEqual(expect.objectContaining(pair));
  const times = steps.map(({ atMs }) => atMs);
  expect(times).toEqual(times.toSorted((one, other) => one - other));
  expect(JSON.stringify(steps)).not.toContain('127.0.0.1');
});
