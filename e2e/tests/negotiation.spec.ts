/** @module Negotiation: both sides offer at the same time, which a proxy ensures by holding both offers; and a device that accepts no trickled candidates. */
import { expect, test } from '../harness/fixtures.ts';
import { forEachKind } from '../harness/for-each-kind.ts';
import type { Direction, Passed, SignalingProxy, WireMessage } from '../harness/signaling-proxy.ts';

const OFFER = 0;
const ANSWER = 1;
const CANDIDATE = 2;

/** Whether the device has answered an offer, optionally before the given message. */
function isAnswered({ messages }: SignalingProxy, before: number = messages.length): boolean {
  return messages
    .slice(0, before)
    .some(({ direction, message }) => direction === 'toClient' && message.type === ANSWER);
}

/** A description without candidates. */
function withoutCandidates({ data = '', ...message }: WireMessage): WireMessage {
  const { type, sdp } = JSON.parse(data);
  return {
    ...message,
    data: JSON.stringify({ type, sdp: String(sdp).replaceAll(/^a=candidate:.*\r\n/gmu, '') }),
  };
}

forEachKind(() => {
  test('when both sides offer at once the client rolls back, and both tracks arrive', async ({
    createClient,
    device,
    signalingUrl,
    start,
  }) => {
    const proxy = await start.proxy({ upstream: signalingUrl });
    const client = await createClient({ signalingServerUrl: proxy.url });
    await client.connect();
    await client.logInAsAdmin(device);
    for (const trackId of ['frontdoor-video', 'frontdoor-audio']) {
      const before = proxy.messages.length;
      proxy.hold();
      await client.talk('frontdoor-audio');
      expect(await client.requestTracks(trackId)).toBe(201);
      const since = (direction: Direction, type: number) => (passed: Passed) =>
        passed.direction === direction &&
        passed.message.type === type &&
        proxy.messages.indexOf(passed) >= before;
      await proxy.seen(since('toDevice', OFFER));
      await proxy.seen(since('toClient', OFFER));
      proxy.release();
      await expect.poll(async () => await client.trackIds()).toContain(trackId);
      // The client's offer lost against the device's: it is sent again, and is answered.
      await proxy.seen(since('toClient', ANSWER));
      expect(await client.nextFrame('frontdoor-video')).toHaveLength(32 * 24);
    }
    const talk = async (): Promise<unknown> => (await client.requestJson('GET', '/talk')).json;
    const before = await talk();
    await expect.poll(talk).not.toEqual(before);
    expect(await client.state()).toBe('connected');
  });

  test('an offer with new ICE credentials is refused, and the connection goes on', async ({
    connectClient,
    device,
  }) => {
    const client = await connectClient();
    await client.logInAsAdmin(device);
    await client.page.evaluate(() => window.instruments.restartIce());
    await expect.poll(() => device.child.log).toMatch(/description.(?:not taken|refused)/u);
    expect((await client.request('GET', '/p2p/webrtc-info')).statusCode).toBe(205);
    expect(await client.requestTracks('frontdoor-video')).toBe(201);
    await expect.poll(async () => await client.trackIds()).toContain('frontdoor-video');
    expect(await client.nextFrame('frontdoor-video')).toHaveLength(32 * 24);
    expect(await client.state()).toBe('connected');
  });

  test('a device that accepts no trickled candidates gets them inside a description', async ({
    createClient,
    device,
    signalingUrl,
    start,
  }) => {
    const proxy = await start.proxy({ upstream: signalingUrl });
    // As if it had been sent before the first candidate was found.
    proxy.rewrite = ({ direction, message }) => {
      if (direction === 'toClient')
        return message.type === ANSWER
          ? { ...message, metadata: Object.assign({}, message.metadata, { noTrickle: true }) }
          : message;
      if (message.type === CANDIDATE) return undefined;
      return message.type === OFFER && !isAnswered(proxy) ? withoutCandidates(message) : message;
    };
    const client = await createClient({ signalingServerUrl: proxy.url });
    await client.connect();
    await proxy.seen((passed) => {
      const { direction, message } = passed;
      if (direction !== 'toDevice' || message.type !== OFFER) return false;
      const isLater = isAnswered(proxy, proxy.messages.indexOf(passed));
      return isLater && message.data?.includes('a=candidate:') === true;
    });
    await client.logInAsAdmin(device);
    expect(await client.whoAmI()).toMatchObject({ username: 'admin' });
  });
});

test('when the first descriptions collide because our device is asked to offer, the connection is established', async ({
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
