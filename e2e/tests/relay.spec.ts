/** @module Networks in which only the relay is reachable: the browser and the device reach the server, and not each other. */
import { createHmac } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expectMovingPicture } from '../harness/expect-moving-picture.ts';
import { BROWSER_ADDRESS, DEVICE_ADDRESS } from '../harness/namespace.ts';
import { expect, test } from '../harness/relay-fixtures.ts';
import type { TestClient } from '../harness/test-client.ts';
import { TRANSPORTS } from '../harness/turn-server.ts';
import { askForOffer } from '../pages/offer-asker.ts';

/** The latest time at which a connection ends, in milliseconds: a browser gives a path up after some five seconds of silence. */
const LOSS_MS = 15_000;

/** The types of the selected candidates, and the transport to the browser's relay. */
async function wayOf(
  page: Page,
): Promise<{ local: string; remote: string; relayProtocol: string | undefined }> {
  return await page.evaluate(async () => {
    const reports = [...(await window.probe.connection.getStats()).values()];
    const { selectedCandidatePairId } = reports.find(({ type }) => type === 'transport');
    const pair = reports.find(({ id }) => id === selectedCandidatePairId);
    const { candidateType, relayProtocol } = reports.find(({ id }) => id === pair.localCandidateId);
    const { candidateType: remote } = reports.find(({ id }) => id === pair.remoteCandidateId);
    return { local: candidateType, remote, relayProtocol };
  });
}

async function expectRequests(client: TestClient): Promise<void> {
  expect((await client.request('GET', '/p2p/webrtc-info')).statusCode).toBe(205);
}

for (const transport of TRANSPORTS) {
  test(`requests and video work over a relay by ${transport}`, async ({ world }) => {
    const client = await world.createClient({ transport });
    await client.connect();
    await expectRequests(client);
    expect(await wayOf(client.page)).toMatchObject({ local: 'relay', relayProtocol: transport });
    const candidates = await client.page.evaluate(() => window.instruments.candidates);
    expect(candidates.filter((candidate) => !candidate.includes(' typ relay '))).toEqual([]);
    const device = await world.device('longwire');
    expect(await client.verifyFingerprint(device.fingerprint)).toEqual({
      valid: true,
      bound: true,
      boundBy: 'token',
    });
    await client.logInAsAdmin(device);
    expect(await client.requestTracks('frontdoor-video')).toBe(201);
    await expectMovingPicture(client);
    await client.page.context().close();
  });

  test(`a device that offers first is reached over a relay by ${transport}`, async ({ world }) => {
    const { productId, deviceId, sct } = await world.device('longwire');
    const page = await world.openPage({ transport });
    const url = world.service.webSocketUrl;
    expect(await page.evaluate(askForOffer, { url, productId, deviceId, sct })).toBe('coap');
    await page.context().close();
  });
}

/** The offers that a page sends to the service from now on. */
function offersOf(page: Page): readonly string[] {
  const offers: string[] = [];
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      const { type, data } = JSON.parse(String(payload));
      if (type === 0) offers.push(String(data));
    }),
  );
  return offers;
}

for (const transport of ['tcp', 'tls'] as const) {
  test(`a prepared connection's offer contains the relay by ${transport}, over which the device is reached`, async ({
    world,
  }) => {
    const client = await world.createClient({ transport });
    const offers = offersOf(client.page);
    await client.prepare();
    expect(offers).toEqual([]);
    await client.connect();
    await expectRequests(client);
    expect(await wayOf(client.page)).toMatchObject({ local: 'relay', relayProtocol: transport });
    await expect.poll(() => offers).toEqual([expect.stringContaining(' typ relay ')]);
    await client.page.context().close();
  });
}

test('a deployed device is reached over a relay by udp', async ({ world }) => {
  const client = await world.createClient({ kind: 'deployed', transport: 'udp' });
  await client.connect();
  await expectRequests(client);
  await client.page.context().close();
});

test('without an ICE policy the relay is found as well, and the best path to it is used', async ({
  world,
}) => {
  const client = await world.createClient({ iceTransportPolicy: 'all' });
  await client.connect();
  await expectRequests(client);
  // Chromium stops gathering with its first pair: the browser's host address and the device's relay, when that comes before its own.
  const isBest = async (): Promise<boolean> => {
    const { local, remote, relayProtocol } = await wayOf(client.page);
    return local === 'relay' ? relayProtocol === 'udp' : remote === 'relay';
  };
  await expect.poll(isBest).toBe(true);
  await client.page.context().close();
});

test('STUN of the same server gives browser and device their public addresses', async ({ world }) => {
  const client = await world.createClient({ iceTransportPolicy: 'all' });
  await client.connect();
  const candidates = await client.page.evaluate(() => window.instruments.candidates);
  expect(candidates.filter((candidate) => candidate.includes(' typ srflx '))).toEqual([
    expect.stringContaining(` ${BROWSER_ADDRESS} `),
  ]);
  await client.page.context().close();
});

/** Has the browser check peers at these addresses through its relay, with valid credentials. */
async function probePeers(page: Page, iceServers: RTCIceServer[], peers: readonly string[]): Promise<void> {
  await page.evaluate(
    async ({ servers, addresses }) => {
      const near = new RTCPeerConnection({ iceServers: servers, iceTransportPolicy: 'relay' });
      const far = new RTCPeerConnection();
      near.createDataChannel('probe');
      await near.setLocalDescription();
      await far.setRemoteDescription(near.localDescription ?? { type: 'offer' });
      await near.setRemoteDescription(await far.createAnswer());
      for (const [index, address] of addresses.entries()) {
        const candidate = `candidate:${index} 1 udp ${2_000_000_000 - index} ${address} typ host`;
        await near.addIceCandidate({ candidate, sdpMid: '0' });
      }
      Object.assign(window, { near, far });
    },
    { servers: iceServers, addresses: peers.map((peer) => peer.replace(':', ' ')) },
  );
}

test('the relay forwards nothing to addresses that are not public: listeners there receive not one byte', async ({
  world,
}) => {
  const { networks, turn } = world;
  const port = 4711;
  const own = ['10.1.2.3', '172.16.1.2', '192.168.1.2', '100.64.1.2', '169.254.169.254', '198.18.0.1'];
  for (const address of own) networks.addAddress(address);
  const addresses = [...own, '127.0.0.1'];
  const secret = await world.startCanary('server', port, ...addresses);
  const open = await world.startCanary('device', port, DEVICE_ADDRESS);
  const page = await world.openPage();
  const username = `${Math.floor(Date.now() / 1000) + 60}:canary`;
  const credential = createHmac('sha1', turn.secret).update(username).digest('base64');
  const urls = TRANSPORTS.map((transport) => turn.url(transport));
  const peers = [...addresses, DEVICE_ADDRESS].map((address) => `${address}:${port}`);
  await probePeers(page, [{ urls, username, credential }], peers);
  // The browser tries all of them repeatedly.
  await expect.poll(() => open.log.split('heard').length).toBeGreaterThan(5);
  expect(secret.log).toContain('listening');
  expect(secret.log).not.toContain('heard');
  // The listeners would have received it.
  for (const address of addresses) {
    const say = `require('node:dgram').createSocket('udp4').send('1234', ${port}, '${address}', () => process.exit())`;
    networks.server.run(process.execPath, '-e', say);
    await expect.poll(() => secret.log).toContain(`heard 4 bytes at ${address}`);
  }
  await page.context().close();
});

test('expired credentials, or credentials signed with another secret, end in an error that says so', async ({
  world,
}) => {
  const expiry = Math.floor(Date.now() / 1000);
  for (const [secret, username] of [
    [world.turn.secret, `${expiry - 1}:over`],
    ['another secret', `${expiry + 600}:forged`],
  ] as const) {
    const credential = createHmac('sha1', secret).update(username).digest('base64');
    const client = await world.createClient({ credentials: { username, credential } });
    await expect(client.connect(), username).rejects.toMatchObject({
      code: 'ERR_PEER_FAILED',
      message: 'TURN servers provided no relay: error 401',
    });
    expect(await client.state()).toBe('closed');
    await client.page.context().close();
  }
});

test('a turn request in a session returns credentials with a later expiry', async ({ world }) => {
  const { productId, deviceId, sct } = await world.device('longwire');
  const page = await world.openPage();
  const input = {
    url: `${world.service.webSocketUrl}/signaling/v1`,
    login: { type: 20, productId, deviceId, sct },
  };
  await page.evaluate(async ({ url, login }) => {
    const socket = new WebSocket(url, 'json');
    const expiries: number[] = [];
    const loggedIn = Promise.withResolvers<void>();
    socket.addEventListener('open', () => socket.send(JSON.stringify(login)));
    socket.addEventListener('message', ({ data }) => {
      const { type, iceServers = [] } = JSON.parse(data);
      if (type === 21) loggedIn.resolve();
      for (const { username } of iceServers)
        if (username !== undefined) expiries.push(parseInt(username, 10));
    });
    Object.assign(window, { expiries, askAgain: () => socket.send('{"type":3}') });
    await loggedIn.promise;
  }, input);
  const askAgain = async (): Promise<number[]> =>
    await page.evaluate(() => {
      Reflect.get(window, 'askAgain')();
      return Reflect.get(window, 'expiries');
    });
  await expect.poll(askAgain).not.toEqual([]);
  const [first = 0] = await askAgain();
  await expect.poll(async () => (await askAgain()).at(-1)).toBeGreaterThan(first);
  expect(first - Date.now() / 1000).toBeGreaterThan(590);
  await page.context().close();
});

for (const transport of ['udp', 'tcp'] as const) {
  test(`when a relay by ${transport} fails the connection ends with an error, and a new one works when the relay is back`, async ({
    world,
  }) => {
    const client = await world.createClient({ transport });
    await client.connect();
    await expectRequests(client);
    await world.turn.kill();
    const death = Date.now();
    expect(await client.closed()).toMatchObject({ code: 'ERR_PEER_FAILED' });
    expect(Date.now() - death).toBeLessThan(LOSS_MS);
    await client.page.context().close();
    await world.turn.restart();
    const next = await world.createClient({ transport });
    await next.connect();
    await expectRequests(next);
    await next.page.context().close();
  });
}
