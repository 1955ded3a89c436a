/** @module A diagnosis of a working connection: its findings, what it keeps secret, and that it leaves nothing open. */
import {
  CONNECTED,
  credentialsOf,
  diagnose,
  findingOf,
  NETWORK,
  outcomes,
  skippedSteps,
} from '../harness/diagnosis.ts';
import { expect, test } from '../harness/fixtures.ts';
import { optionsFor } from '../harness/test-client.ts';

test('every step is good from a page of the service itself', async ({ openPage, shared, device }) => {
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
  expect(skippedSteps(findings)).toEqual([...NETWORK, 'line']);
  expect(findingOf(findings, 'pairs').facts).toMatchObject({
    path: { kind: 'same-network', protocol: 'udp' },
  });
  expect(findingOf(findings, 'codecs').text).toContain('frontdoor-video in H264');
});

test.describe('deployed device:', () => {
  test.use({ kind: 'deployed' });
  test('every step is good from a page of the service itself', async ({
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
    // A service in the field does not serve the page, and does not share its clock with others.
    expect(skippedSteps(findings)).toEqual(['clock', ...NETWORK, 'line']);
    expect(findingOf(findings, 'clock').code).toBe('clock-unknown');
    expect(findingOf(findings, 'codecs').text).toContain('frontdoor-video in H264');
  });
});

test('secrets stay hidden, and addresses too unless requested', async ({
  openPage,
  signalingUrl,
  device,
}) => {
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

test('nothing stays open, at the end and when the caller stops listening in the middle', async ({
  openPage,
  signalingUrl,
  device,
}) => {
  const page = await openPage();
  const open = async (): Promise<number> =>
    await page.evaluate(() => window.instruments.openSockets() + window.instruments.openPeers());
  const input = optionsFor(device, signalingUrl);
  await diagnose(page, input);
  await expect.poll(open).toBe(0);
  for (const last of ['login', 'channel']) {
    await page.evaluate(
      async ({ options, step }) => {
        for await (const finding of window.diagnostics.diagnose(options)) if (finding.step === step) break;
      },
      { options: input, step: last },
    );
    await expect.poll(open, last).toBe(0);
  }
});
