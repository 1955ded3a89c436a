/** @module The device's identity: right, wrong, relayed by a man in the middle, and changed during a session. */
import type { Device } from '../harness/device.ts';
import { expect, test } from '../harness/fixtures.ts';
import { forEachKind } from '../harness/for-each-kind.ts';
import type { Rewrite } from '../harness/signaling-proxy.ts';
import type { Assignment } from '../hostile/chromium/hostile-service.ts';
import { impostorScript } from '../hostile/scripts/impostor-scripts.ts';

/** The service terminates the connection itself and forwards everything. */
function relayed({ deviceId }: Pick<Device, 'deviceId'>): Assignment {
  const script = impostorScript({
    client: 'connection',
    behaviour: { who: 'relayed' },
    title: 'everything is passed on',
  });
  return { script, deviceId, otherDevice: { deviceId: '', sct: '' } };
}

const OTHER_FINGERPRINT = 'ab'.repeat(32);
const SDP_FINGERPRINT = /a=fingerprint:sha-256 [0-9A-F:]+/giu;
const FOREIGN_SDP_FINGERPRINT = `a=fingerprint:sha-256 ${Array.from({ length: 32 }, () => 'AB').join(':')}`;

/** Replaces the certificate in every description. */
const forge: Rewrite = ({ message }) =>
  message.data === undefined
    ? message
    : { ...message, data: message.data.replaceAll(SDP_FINGERPRINT, FOREIGN_SDP_FINGERPRINT) };

/** Removes all lines but the data channel's from the bundle: browsers give those a separate DTLS transport. */
const unbundle: Rewrite = ({ message }) =>
  message.data === undefined
    ? message
    : {
        ...message,
        data: message.data.replace(/a=group:BUNDLE (\S+?)(?: [^\\]*)?\\r/u, 'a=group:BUNDLE $1\\r'),
      };

forEachKind((kind) => {
  test('the right fingerprint is valid and bound to this connection, in either case and with colons', async ({
    connectClient,
    device,
  }) => {
    const client = await connectClient();
    const valid = { valid: true, bound: true, boundBy: 'token' };
    expect(await client.verifyFingerprint(device.fingerprint)).toEqual(valid);
    const withColons = device.fingerprint.toUpperCase().replaceAll(/(..)(?=.)/gu, '$1:');
    expect(await client.verifyFingerprint(withColons)).toEqual(valid);
  });

  test('a wrong fingerprint is not valid', async ({ connectClient }) => {
    const client = await connectClient();
    expect(await client.verifyFingerprint(OTHER_FINGERPRINT)).toMatchObject({ valid: false });
    await expect(client.verifyFingerprint('not a fingerprint')).rejects.toMatchObject({
      code: 'ERR_FINGERPRINT_FORMAT',
    });
  });

  test('a device relayed by a man in the middle is not valid, and no login succeeds', async ({
    createClient,
    device,
    shared,
    start,
  }) => {
    const relay = await start.hostileService(shared.service, relayed(device));
    const client = await createClient({ signalingServerUrl: relay.webSocketUrl });
    await client.connect();
    expect((await client.request('GET', '/p2p/webrtc-info')).statusCode).toBe(205);
    expect(await client.verifyFingerprint(device.fingerprint)).toMatchObject({ valid: false });
    await expect(client.logInAsAdmin(device)).rejects.toMatchObject({ code: 'ERR_INVALID_CREDENTIALS' });
    await expect(client.whoAmI()).rejects.toMatchObject({ statusCode: 404 });
  });

  test("a man in the middle that names the device's own certificate in a new offer ends the connection", async ({
    createClient,
    device,
    shared,
    start,
  }) => {
    const relay = await start.hostileService(shared.service, relayed(device));
    const client = await createClient({ signalingServerUrl: relay.webSocketUrl });
    await client.connect();
    expect(await client.verifyFingerprint(device.fingerprint)).toMatchObject({ valid: false });
    await relay.forgeOffer();
    expect(await client.closed()).toMatchObject({ code: 'ERR_CERTIFICATE_CHANGED' });
    await expect(client.verifyFingerprint(device.fingerprint)).rejects.toMatchObject({
      message: 'Not Connected',
    });
  });

  test('an offer that names another certificate during a session ends the connection', async ({
    createClient,
    device,
    signalingUrl,
    start,
  }) => {
    const proxy = await start.proxy({ upstream: signalingUrl });
    const client = await createClient({ signalingServerUrl: proxy.url });
    await client.connect();
    await client.logInAsAdmin(device);
    // Once verified, our device is no longer negotiated with by signaling (hostile-tracks.spec.ts).
    if (kind === 'deployed')
      expect(await client.verifyFingerprint(device.fingerprint)).toMatchObject({ valid: true, bound: true });
    proxy.rewrite = forge;
    // The offer may arrive before the answer to the request that caused it.
    const asked = Promise.allSettled([client.requestTracks('frontdoor-video')]);
    expect(await client.closed()).toMatchObject({ code: 'ERR_CERTIFICATE_CHANGED' });
    await asked;
    await expect(client.whoAmI()).rejects.toMatchObject({ message: 'Not Connected' });
  });

  test('an offer of media beside the pinned transport ends the connection', async ({
    createClient,
    device,
    signalingUrl,
    start,
  }) => {
    const proxy = await start.proxy({ upstream: signalingUrl });
    const client = await createClient({ signalingServerUrl: proxy.url });
    await client.connect();
    await client.logInAsAdmin(device);
    // Once verified, our device is no longer negotiated with by signaling (hostile-tracks.spec.ts).
    if (kind === 'deployed')
      expect(await client.verifyFingerprint(device.fingerprint)).toMatchObject({ valid: true, bound: true });
    proxy.rewrite = unbundle;
    // The offer may arrive before the answer to the request that caused it.
    const asked = Promise.allSettled([client.requestTracks('frontdoor-video')]);
    expect(await client.closed()).toMatchObject({ code: 'ERR_CERTIFICATE_CHANGED' });
    await asked;
  });

  test('another certificate in the first descriptions prevents the connection', async ({
    createClient,
    signalingUrl,
    start,
  }) => {
    const proxy = await start.proxy({ upstream: signalingUrl, rewrite: forge });
    const client = await createClient({ signalingServerUrl: proxy.url, connectTimeoutMs: 3000 });
    await expect(client.connect()).rejects.toThrow(/./u);
    expect(await client.state()).toBe('closed');
  });

  if (kind === 'longwire') {
    test('our device ends a session whose client names another certificate later', async ({
      createClient,
      device,
      signalingUrl,
      start,
    }) => {
      const proxy = await start.proxy({ upstream: signalingUrl });
      const client = await createClient({ signalingServerUrl: proxy.url });
      await client.connect();
      await client.logInAsAdmin(device);
      proxy.rewrite = (passed) => (passed.direction === 'toDevice' ? forge(passed) : passed.message);
      await client.talk('frontdoor-audio');
      expect(await client.closed()).toBeDefined();
      const next = await createClient();
      await next.connect();
      expect((await next.request('GET', '/p2p/webrtc-info')).statusCode).toBe(205);
    });
  }
});

test('an old device, whose proof contains no certificates, is valid and not bound', async ({
  createClient,
  shared,
  start,
}) => {
  const device = await start.device(shared.service, 'deployed', { args: ['--unbound-token'] });
  const client = await createClient({ deviceId: device.deviceId, sct: device.sct });
  await client.connect();
  expect(await client.verifyFingerprint(device.fingerprint)).toEqual({
    valid: true,
    bound: false,
    shown: device.fingerprint,
  });
  expect(await client.verifyFingerprint(OTHER_FINGERPRINT)).toMatchObject({ valid: false });
});
