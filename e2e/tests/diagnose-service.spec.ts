/** @module Each cause of a failing connection at the service, produced for real, and the diagnosis. */
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
import { diagnose, findingOf, NETWORK, outcomes, REACHED, skippedSteps } from '../harness/diagnosis.ts';
import { expect, test } from '../harness/fixtures.ts';
import { freePort } from '../../packages/signaling/src/test-support/free-port.fixture.ts';
import { listen } from '../../scripts/listening.ts';
import { optionsFor } from '../harness/test-client.ts';

/** The steps at the device. */
const DEVICE = ['pairs', 'dtls', 'channel', 'identity', 'user', 'codecs', 'line'];

test('an unreachable service is diagnosed', async ({ openPage, device }) => {
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

test('a server that accepts no WebSocket is diagnosed', async ({ openPage, shared, device }) => {
  const findings = await diagnose(
    await openPage(),
    optionsFor(device, shared.pagesUrl.replace('http', 'ws')),
  );
  expect(outcomes(findings)).toMatchObject({ service: 'good', websocket: 'bad: no-websocket' });
});

test('a server that accepts connections and never answers is given up in time', async ({
  openPage,
  device,
}) => {
  const server = createServer();
  const port = await listen(server);
  const options = { ...optionsFor(device, `ws://127.0.0.1:${port}`), stepTimeoutMs: 500 };
  const page = await openPage();
  expect(outcomes(await diagnose(page, options))).toEqual({ browser: 'good', service: 'bad: unreachable' });
  await page.close();
  server.close();
});

test.describe('the login', () => {
  test('a wrong token is diagnosed', async ({ openPage, signalingUrl, device }) => {
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

  test('a device that is offline is diagnosed', async ({ openPage, shared, signalingUrl, device }) => {
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
    test(`a device that closes with ${closeCode} is diagnosed`, async ({ openPage, shared, start }) => {
      const device = await start.device(shared.service, 'deployed', { args: ['--refuse-with', closeCode] });
      const findings = await diagnose(await openPage(), optionsFor(device, shared.service.webSocketUrl));
      const bads = findings.filter(({ kind }) => kind === 'bad');
      expect(bads.map((finding) => finding.code)).toEqual([code]);
      expect(findingOf(findings, 'login').kind).toBe('good');
    });
  }
});

for (const hours of [3, -3]) {
  test(`a clock that is ${hours} hours off is diagnosed`, async ({ context, openPage, shared, device }) => {
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
