/** @module Each cause of a connection that fails, made for real, and what a diagnosis says of it. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCodecClips } from '../harness/codec-clips.ts';
import { diagnose, findingOf, outcomes, skippedSteps } from '../harness/diagnosis.ts';
import { expect, test } from '../harness/fixtures.ts';
import { freePort, listen } from '../harness/listening.ts';
import { CODEC_DEVICE } from '../harness/paths.ts';
import type { Device } from '../harness/device.ts';
import { sentPaths } from '../harness/sent-paths.ts';
import { optionsFor } from '../harness/test-client.ts';

/** What of a device can be told to a page. */
const credentialsOf = ({ username, password }: Device): { username: string; password: string } => ({
  username,
  password,
});

const NETWORK = ['udp', 'stun', 'turn-udp', 'turn-tcp', 'turn-tls'];
const DEVICE = ['pairs', 'dtls', 'channel', 'identity', 'user', 'codecs'];
const REACHED = { browser: 'good', service: 'good', websocket: 'good' };
const LOGGED_IN = { ...REACHED, login: 'good', device: 'good', servers: 'warning: no-relay-offered' };
const CONNECTED = { ...LOGGED_IN, pairs: 'good', dtls: 'good', channel: 'good' };

test('all is well, from a page of the service itself', async ({ openPage, shared, device }) => {
  const page = await openPage(`${shared.service.url}/test.html`);
  const findings = await diagnose(page, {
    ...optionsFor(device, shared.service.webSocketUrl),
    fingerprint: device.fingerprint,
    credentials: credentialsOf(device),
  });
  expect(outcomes(findings)).toEqual({
    ...CONNECTED,
    clock: 'good',
    identity: 'good',
    user: 'good',
    codecs: 'good',
  });
  expect(skippedSteps(findings)).toEqual(NETWORK);
  expect(findingOf(findings, 'pairs').facts).toMatchObject({
    path: { kind: 'same-network', protocol: 'udp' },
  });
  expect(findingOf(findings, 'codecs').text).toContain('frontdoor-video in H264');
});

test.describe('deployed device:', () => {
  test.use({ kind: 'deployed' });
  test('all is well, from a page of the service itself', async ({
    openPage,
    shared,
    device,
    signalingUrl,
  }) => {
    const page = await openPage(`${shared.service.url}/test.html`);
    const findings = await diagnose(page, {
      ...optionsFor(device, signalingUrl),
      fingerprint: device.fingerprint,
      credentials: credentialsOf(device),
    });
    expect(outcomes(findings)).toEqual({
      browser: 'good',
      service: 'good',
      websocket: 'good',
      login: 'good',
      device: 'good',
      servers: 'warning: no-relay-offered',
      pairs: 'good',
      dtls: 'good',
      channel: 'good',
      identity: 'good',
      user: 'good',
      codecs: 'good',
    });
    // A service in the field is not the page's own, and tells others no time.
    expect(skippedSteps(findings)).toEqual(['clock', ...NETWORK]);
    expect(findingOf(findings, 'clock').code).toBe('clock-unknown');
    expect(findingOf(findings, 'codecs').text).toContain('frontdoor-video in H264');
  });
});

test('secrets stay hidden, and addresses unless asked for', async ({ openPage, signalingUrl, device }) => {
  const page = await openPage();
  const options = {
    ...optionsFor(device, signalingUrl),
    credentials: credentialsOf(device),
    fingerprint: device.fingerprint,
  };
  const hidden = JSON.stringify(await diagnose(page, options));
  for (const secret of [device.sct, device.password, '127.0.0.1']) expect(hidden).not.toContain(secret);
  const shown = JSON.stringify(await diagnose(page, { ...options, showsAddresses: true }));
  for (const secret of [device.sct, device.password]) expect(shown).not.toContain(secret);
  expect(shown).toContain('127.0.0.1');
});

test('nothing is left open, at its end and when the caller stops listening in the middle', async ({
  openPage,
  signalingUrl,
  device,
}) => {
  const page = await openPage();
  const open = async (): Promise<number> =>
    await page.evaluate(() => window.instruments.openSockets() + window.instruments.openPeers());
  const told = optionsFor(device, signalingUrl);
  await diagnose(page, told);
  await expect.poll(open).toBe(0);
  for (const last of ['login', 'channel']) {
    await page.evaluate(
      async ({ options, step }) => {
        for await (const finding of window.diagnostics.diagnose(options)) if (finding.step === step) break;
      },
      { options: told, step: last },
    );
    await expect.poll(open, last).toBe(0);
  }
});

test('the service is not there', async ({ openPage, device }) => {
  const findings = await diagnose(await openPage(), optionsFor(device, `ws://127.0.0.1:${await freePort()}`));
  expect(outcomes(findings)).toEqual({ browser: 'good', service: 'bad: unreachable' });
  expect(skippedSteps(findings)).toEqual([
    'websocket',
    'login',
    'device',
    'servers',
    'clock',
    ...NETWORK,
    ...DEVICE,
  ]);
});

test('a server that takes no WebSocket', async ({ openPage, shared, device }) => {
  const findings = await diagnose(
    await openPage(),
    optionsFor(device, shared.pagesUrl.replace('http', 'ws')),
  );
  expect(outcomes(findings)).toMatchObject({ service: 'good', websocket: 'bad: no-websocket' });
});

test('a server that takes connections and says nothing is given up in time', async ({ openPage, device }) => {
  const server = createServer();
  const port = await listen(server);
  const options = { ...optionsFor(device, `ws://127.0.0.1:${port}`), stepTimeoutMs: 500 };
  const page = await openPage();
  expect(outcomes(await diagnose(page, options))).toEqual({ browser: 'good', service: 'bad: unreachable' });
  await page.close();
  server.close();
});

test.describe('the login', () => {
  test('a wrong token', async ({ openPage, signalingUrl, device }) => {
    const options = {
      ...optionsFor(device, signalingUrl),
      sct: `lw_${randomBytes(24).toString('base64url')}`,
    };
    const findings = await diagnose(await openPage(), options);
    expect(outcomes(findings)).toEqual({ ...REACHED, login: 'bad: token-rejected' });
    expect(findingOf(findings, 'login').text).toContain('4002 base station token rejected');
    expect(JSON.stringify(findings)).not.toContain(options.sct);
  });

  for (const [name, given, code] of [
    ['product', { productId: 'pr-none' }, 'unknown-product'],
    ['device', { deviceId: 'de-none' }, 'unknown-device'],
  ] as const) {
    test(`an unknown ${name}`, async ({ openPage, signalingUrl, device }) => {
      const findings = await diagnose(await openPage(), { ...optionsFor(device, signalingUrl), ...given });
      expect(outcomes(findings)).toEqual({ ...REACHED, login: `bad: ${code}` });
    });
  }

  test('a device that is offline', async ({ openPage, shared, signalingUrl, device }) => {
    const deviceId = 'de-diagnosed-offline';
    await shared.service.addDevice(deviceId, randomBytes(32).toString('hex'));
    const sct = await shared.service.addToken(deviceId);
    const findings = await diagnose(await openPage(), { ...optionsFor(device, signalingUrl), deviceId, sct });
    expect(outcomes(findings)).toEqual({ ...REACHED, login: 'good', device: 'bad: device-offline' });
    expect(skippedSteps(findings)).toEqual(['servers', 'clock', ...NETWORK, ...DEVICE]);
  });

  for (const [closeCode, code] of [
    ['4001', 'device-refuses'],
    ['4010', 'device-fault'],
  ] as const) {
    test(`a device that closes with ${closeCode}`, async ({ openPage, shared, start }) => {
      const device = await start.device(shared.service, 'deployed', { args: ['--refuse-with', closeCode] });
      const findings = await diagnose(await openPage(), optionsFor(device, shared.service.webSocketUrl));
      const bads = findings.filter(({ kind }) => kind === 'bad');
      expect(bads.map((finding) => finding.code)).toEqual([code]);
      expect(findingOf(findings, 'login').kind).toBe('good');
    });
  }
});

test.describe('the device', () => {
  test('another key than the one expected: nothing more is said to it', async ({
    openPage,
    signalingUrl,
    device,
  }) => {
    const page = await openPage();
    const findings = await diagnose(page, {
      ...optionsFor(device, signalingUrl),
      fingerprint: 'ab'.repeat(32),
      credentials: credentialsOf(device),
    });
    expect(outcomes(findings)).toEqual({ ...CONNECTED, identity: 'bad: wrong-fingerprint' });
    expect(skippedSteps(findings)).toEqual(['clock', ...NETWORK, 'user', 'codecs']);
    expect(await sentPaths(page)).toEqual(['/webrtc/challenge']);
  });

  test('a wrong password', async ({ openPage, signalingUrl, device }) => {
    const credentials = { username: 'admin', password: 'not this one' };
    const findings = await diagnose(await openPage(), { ...optionsFor(device, signalingUrl), credentials });
    expect(findingOf(findings, 'user')).toMatchObject({ kind: 'bad', code: 'wrong-password' });
  });

  test('no codec that the browser plays', async ({ openPage, shared, start }) => {
    const directory = mkdtempSync(join(tmpdir(), 'longwire-clips-'));
    const args = await makeCodecClips(directory, ['h265', 'vp8']);
    const device = await start.device(shared.service, 'longwire', { main: CODEC_DEVICE, args });
    const options = {
      ...optionsFor(device, shared.service.webSocketUrl),
      credentials: credentialsOf(device),
    };
    const page = await openPage();
    const unplayable = await diagnose(page, { ...options, tracks: ['h265'] });
    expect(findingOf(unplayable, 'codecs')).toMatchObject({ kind: 'bad', code: 'no-common-codec' });
    const playable = await diagnose(page, { ...options, tracks: ['vp8'] });
    expect(findingOf(playable, 'codecs')).toMatchObject({
      kind: 'good',
      text: 'the browser plays vp8 in VP8',
    });
    const unknown = await diagnose(page, { ...options, tracks: ['no-such-track'] });
    expect(findingOf(unknown, 'codecs')).toMatchObject({ kind: 'bad', code: 'track-failed' });
    rmSync(directory, { recursive: true });
  });

  test('without a login the tracks are not allowed', async ({ openPage, signalingUrl, device }) => {
    const findings = await diagnose(await openPage(), optionsFor(device, signalingUrl));
    expect(findingOf(findings, 'codecs')).toMatchObject({ kind: 'warning', code: 'forbidden' });
  });
});

for (const hours of [3, -3]) {
  test(`a clock that is ${hours} hours off`, async ({ context, openPage, shared, device }) => {
    await context.addInitScript((byMs) => {
      const real = Date.now;
      Date.now = () => real() + byMs;
    }, hours * 3_600_000);
    const page = await openPage(`${shared.service.url}/test.html`);
    const findings = await diagnose(page, optionsFor(device, shared.service.webSocketUrl));
    expect(findingOf(findings, 'clock')).toMatchObject({
      kind: 'bad',
      code: 'clock-wrong',
      text: expect.stringContaining(hours > 0 ? 'ahead of' : 'behind'),
    });
  });
}

test('a connection tells its traffic once a second while somebody listens, and has a trace of how it came about', async ({
  connectClient,
  device,
}) => {
  const client = await connectClient();
  await client.logInAsAdmin(device);
  expect(await client.requestTracks('frontdoor-video')).toBe(201);
  await client.page.evaluate(() => {
    const told: unknown[] = [];
    const off = window.probe.connection.on('stats', (stats) => told.push(stats));
    Object.assign(window, { told, off });
  });
  const told = async (): Promise<unknown[]> => await client.page.evaluate(() => Reflect.get(window, 'told'));
  const video = { kind: 'video', direction: 'receive', codec: 'H264', width: 640, height: 360 };
  await expect
    .poll(async () => (await told()).at(-1))
    .toMatchObject({
      path: { kind: 'same-network', protocol: 'udp' },
      roundTripMs: expect.any(Number),
      receiveBitsPerSecond: expect.any(Number),
      lossShare: 0,
      tracks: [{ ...video, framesPerSecond: expect.any(Number), freezes: 0, jitterMs: expect.any(Number) }],
    });
  await client.page.evaluate(() => Reflect.get(window, 'off')());
  const { attempt, steps } = await client.page.evaluate(() => window.probe.connection.trace);
  expect(attempt).toBe(1);
  const pair = {
    step: 'pair',
    local: 'host',
    remote: 'host',
    protocol: 'udp',
    state: 'succeeded',
    nominated: true,
  };
  expect(steps).toContainEqual(expect.objectContaining(pair));
  const times = steps.map(({ atMs }) => atMs);
  expect(times).toEqual(times.toSorted((one, other) => one - other));
  expect(JSON.stringify(steps)).not.toContain('127.0.0.1');
});
