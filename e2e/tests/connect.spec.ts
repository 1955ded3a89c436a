/** @module Connecting and closing: the states, what stays open, and which servers are contacted. */
import { expect, test } from '../harness/fixtures.ts';
import { forEachKind } from '../harness/for-each-kind.ts';

const STEPS = ['opening-signaling', 'logging-in', 'requesting-turn', 'opening-peer', 'opening-channel'];

forEachKind(() => {
  test('a client connects, sends requests and closes, with the states of the specification', async ({
    createClient,
  }) => {
    const client = await createClient();
    expect(await client.state()).toBe('idle');
    await client.connect();
    expect(await client.state()).toBe('connected');
    expect((await client.request('GET', '/p2p/webrtc-info')).statusCode).toBe(205);
    await client.close();
    expect(await client.closed()).toBeUndefined();
    const states = (await client.events()).flatMap((event) => (event.type === 'state' ? [event.state] : []));
    expect([...new Set(states)]).toEqual(['connecting', 'connected', 'closed']);
    await expect(client.connect()).rejects.toMatchObject({ message: 'Invalid state' });
    await expect(client.request('GET', '/p2p/webrtc-info')).rejects.toMatchObject({
      message: 'Not Connected',
    });
    await client.close();
  });

  test('closing leaves no socket and no peer connection', async ({ connectClient }) => {
    const client = await connectClient();
    await client.close();
    await expect
      .poll(() =>
        client.page.evaluate(() => window.instruments.openSockets() + window.instruments.openPeers()),
      )
      .toBe(0);
  });

  test("no public STUN server is contacted: the service's empty list is used", async ({ connectClient }) => {
    const client = await connectClient();
    const seen = await client.page.evaluate(() => ({
      servers: window.instruments.peerConfigurations.map(({ iceServers }) => iceServers),
      candidates: window.instruments.candidates,
    }));
    // Created without servers, while the socket opens; then the service's list.
    expect(seen.servers).toEqual([[], []]);
    expect(seen.candidates.filter((candidate) => !candidate.includes(' typ host'))).toEqual([]);
  });

  test('connecting can be aborted at every step, and a new connection then works', async ({
    createClient,
  }) => {
    for (const step of STEPS) {
      const client = await createClient();
      const error = await client.page.evaluate(async (wanted) => {
        const { probe } = window;
        probe.connection.on('statechange', () => {
          if (probe.connection.step === wanted) probe.abort();
        });
        return await probe.connect();
      }, step);
      expect(error, step).toMatchObject({ ok: false, error: { code: 'ERR_ABORTED' } });
      expect(await client.state()).toBe('closed');
      expect((await client.events()).filter(({ type }) => type === 'close')).toEqual([]);
      await expect
        .poll(() =>
          client.page.evaluate(() => window.instruments.openSockets() + window.instruments.openPeers()),
        )
        .toBe(0);
      await client.page.close();
    }
    const client = await createClient();
    await client.connect();
    expect((await client.request('GET', '/p2p/webrtc-info')).statusCode).toBe(205);
  });

  test('several clients are served at the same time', async ({ createClient }) => {
    const clients = [await createClient(), await createClient(), await createClient()];
    await Promise.all(clients.map(async (client) => await client.connect()));
    const answers = await Promise.all(
      clients.map(async (client) => await client.request('GET', '/p2p/webrtc-info')),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([205, 205, 205]);
  });
});
