/** @module Glare: both sides offer at the same time, which a proxy makes certain by holding both offers. */
import { expect, test } from '../harness/fixtures.ts';
import { forEachKind } from '../harness/for-each-kind.ts';
import type { Direction, Passed } from '../harness/signaling-proxy.ts';

const offerGoing =
  (direction: Direction, after: number, messages: readonly Passed[]) =>
  (passed: Passed): boolean =>
    passed.direction === direction && passed.message.type === 0 && messages.indexOf(passed) >= after;

forEachKind(() => {
  test('both offer at once: the client rolls back, and both tracks arrive', async ({
    createClient,
    device,
    signalingUrl,
    start,
  }) => {
    const proxy = await start.proxy({ upstream: signalingUrl });
    const client = await createClient({ signalingServerUrl: proxy.url });
    await client.connect();
    await client.logInAsAdmin(device);
    for (const round of [1, 2, 3]) {
      const before = proxy.messages.length;
      proxy.hold();
      await client.talk('frontdoor-audio');
      expect(await client.requestTracks('frontdoor-video')).toBe(201);
      await proxy.seen(offerGoing('toDevice', before, proxy.messages));
      await proxy.seen(offerGoing('toClient', before, proxy.messages));
      proxy.release();
      await expect
        .poll(async () => (await client.events()).filter(({ type }) => type === 'track').length)
        .toBeGreaterThanOrEqual(round);
      await proxy.seen(
        ({ direction, message }) =>
          direction === 'toClient' &&
          message.type === 1 &&
          JSON.stringify(message).includes('frontdoor-audio'),
      );
      expect(await client.nextFrame('frontdoor-video')).toHaveLength(32 * 24);
    }
    const talk = async (): Promise<unknown> => (await client.requestJson('GET', '/talk')).json;
    const before = await talk();
    await expect.poll(talk).not.toEqual(before);
    expect(await client.state()).toBe('connected');
  });
});

test('the first descriptions collide: our device is asked to offer while the client offers', async ({
  createClient,
  device,
  signalingUrl,
  start,
}) => {
  const proxy = await start.proxy({ upstream: signalingUrl });
  const client = await createClient({ signalingServerUrl: proxy.url });
  proxy.rewrite = ({ direction, message }) => {
    if (direction === 'toClient' && message.type === 4) proxy.inject('toDevice', { type: 5 });
    return message;
  };
  await client.connect();
  await client.logInAsAdmin(device);
  expect(await client.whoAmI()).toMatchObject({ username: 'admin' });
});
