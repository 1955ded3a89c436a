/** @module The console in WebKit: it starts each time, and says what this browser cannot do. */
import { pairingLink } from '../harness/console-page.ts';
import { expect, test as base } from '../harness/fixtures.ts';
import { WebKit } from '../harness/webkit.ts';

const test = base.extend<{ readonly webKit: WebKit }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
  webKit: async ({}, use) => {
    const webKit = await WebKit.launch();
    await use(webKit);
    await webKit.close();
  },
});

// Reason: it starts a browser that is not the worker's.
test.slow();

/** Loads in a row; with a module that waits at its top level, one in two did not start. */
const LOADS = 8;

test('the console starts each time; the operators’ screens, too', async ({ shared, webKit }) => {
  await webKit.goTo(`${shared.service.url}/`);
  for (let n = 0; n < LOADS; n += 1) {
    await expect.poll(async () => await webKit.text()).toContain('No devices yet');
    await webKit.reload();
  }
  await webKit.goTo(`${shared.service.url}/#/service`);
  await webKit.reload();
  for (let n = 0; n < LOADS; n += 1) {
    await expect.poll(async () => await webKit.text()).toContain('For those who run the service');
    await webKit.reload();
  }
});

test('a browser without WebRTC says so, keeps the device, and leaves nothing broken', async ({
  device,
  shared,
  webKit,
}) => {
  expect(await webKit.run('return typeof RTCPeerConnection')).toBe('undefined');
  await webKit.goTo(pairingLink(shared.service.url, device));
  await expect.poll(async () => await webKit.text()).toContain('This browser cannot make such connections.');
  expect(String(await webKit.run('return location.href'))).not.toContain(device.password);
  await webKit.goTo(`${shared.service.url}/#/add`);
  await expect.poll(async () => await webKit.text()).toContain('Add a device');
  await webKit.goTo(`${shared.service.url}/#/`);
  await expect.poll(async () => await webKit.text()).toContain(device.deviceId);
  const overflow = 'return document.documentElement.scrollWidth - document.documentElement.clientWidth';
  expect(await webKit.run(overflow)).toBe(0);
});
