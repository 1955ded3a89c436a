/** @module Push messages that were turned on stay on: what a connection registers again, and what it leaves alone. */
import { EdgeError, type DeviceResponse } from '@longwire/client';
import { ManualClock } from '@longwire/testing/clock';
import { describe, expect, test } from 'vitest';
import { currentSubscription } from './browser-push.ts';
import { fakeBrowser, ONE, OTHER } from './fake-browser.fixture.ts';
import { isPushFailure, registerPush, requireChanged, restorePush } from './register-push.ts';

const REMEMBERED = { path: '/events', username: 'anna', key: ONE, sender: 'of the door' };

const answer = (statusCode: number, value?: unknown): DeviceResponse =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- has the parts that are read
  ({ statusCode, json: () => value }) as unknown as DeviceResponse;

/** A device, which has the subscription `here` under the certificate of this browser and `listed` under another one, and whose push service knows no endpoint of `gone`. */
function fakeDevice({
  key = ONE,
  here = null,
  listed = here,
  gone = [],
}: {
  key?: string | null;
  here?: string | null;
  listed?: string | null;
  gone?: string[];
}) {
  const registered: string[] = [];
  const senders: string[] = [];
  const request = async (method: string, path: string, { payload = '' }: { payload?: unknown } = {}) => {
    if (method === 'GET') return answer(205, { key, browsers: [listed], here, quietHours: null });
    const { endpoint, sender }: { endpoint: string; sender: string } = JSON.parse(String(payload));
    registered.push(`${path} ${endpoint}`);
    senders.push(sender);
    return answer(gone.includes(endpoint) ? 404 : 204);
  };
  return { registered, senders, session: { request } };
}

const clock = new ManualClock();

/** What a connection does: the endpoints that it registers, and the calls of the browser. */
async function restored(browser: ReturnType<typeof fakeBrowser>, device: ReturnType<typeof fakeDevice>) {
  const ports = { session: device.session, window: browser.window, clock };
  const remembered = await restorePush(ports, REMEMBERED);
  return { remembered, registered: device.registered, calls: browser.calls };
}

const idOf = async ({ container }: ReturnType<typeof fakeBrowser>): Promise<string> =>
  (await currentSubscription(container))?.id ?? '';

describe('a connection', () => {
  test('changes nothing if the device has the subscription of this browser', async () => {
    const browser = fakeBrowser(ONE);
    expect(await restored(browser, fakeDevice({ here: await idOf(browser) }))).toEqual({
      remembered: undefined,
      registered: [],
      calls: [],
    });
  });

  test('registers it again under the renewed certificate of this browser', async () => {
    const browser = fakeBrowser(ONE);
    expect(await restored(browser, fakeDevice({ listed: await idOf(browser) }))).toEqual({
      remembered: REMEMBERED,
      registered: ['/events/push https://push.example/a'],
      calls: [],
    });
  });

  test('registers the new subscription after the browser has changed it', async () => {
    expect(await restored(fakeBrowser(ONE), fakeDevice({ here: 'the earlier' }))).toMatchObject({
      registered: ['/events/push https://push.example/a'],
    });
  });

  test('subscribes again after the browser has ended its subscription', async () => {
    expect(await restored(fakeBrowser(), fakeDevice({ here: 'the earlier' }))).toMatchObject({
      registered: ['/events/push https://push.example/a'],
      calls: ['subscribe'],
    });
  });

  test('subscribes with the new key of the service, which every device of it then finds', async () => {
    const browser = fakeBrowser(ONE);
    expect(await restored(browser, fakeDevice({ key: OTHER, here: await idOf(browser) }))).toEqual({
      remembered: { ...REMEMBERED, key: OTHER },
      registered: ['/events/push https://push.example/b'],
      calls: ['unsubscribe', 'subscribe'],
    });
    expect(await restored(browser, fakeDevice({ key: OTHER }))).toMatchObject({
      remembered: { ...REMEMBERED, key: OTHER },
      registered: ['/events/push https://push.example/b'],
    });
  });

  test('leaves a subscription alone that a tap has given to devices of another service', async () => {
    expect(await restored(fakeBrowser(OTHER), fakeDevice({}))).toEqual({
      remembered: undefined,
      registered: [],
      calls: [],
    });
  });

  test('registers a browser again whose device does not show in its messages who sends them', async () => {
    const browser = fakeBrowser(ONE);
    const device = fakeDevice({ here: await idOf(browser) });
    const ports = { session: device.session, window: browser.window, clock };
    const remembered = await restorePush(ports, { ...REMEMBERED, sender: '' });
    expect(remembered?.sender).toMatch(/^[\da-f-]{36}$/u);
    expect(device.senders).toEqual([remembered?.sender]);
    expect(await restorePush(ports, remembered ?? REMEMBERED)).toBeUndefined();
  });

  test('does nothing where notifications are not allowed any more', async () => {
    const browser = fakeBrowser(ONE);
    Object.assign(browser.window, { Notification: { permission: 'default' } });
    expect(await restored(browser, fakeDevice({}))).toMatchObject({ registered: [], calls: [] });
  });

  test('does nothing while the service of the device sends no messages', async () => {
    expect(await restored(fakeBrowser(), fakeDevice({ key: null }))).toMatchObject({
      registered: [],
      calls: [],
    });
  });
});

test('a subscription that the push service has forgotten, unlike the browser, is replaced', async () => {
  const [browser, device] = [fakeBrowser(ONE), fakeDevice({ gone: ['https://push.example/a'] })];
  const ports = { session: device.session, window: browser.window, clock };
  await registerPush(ports, REMEMBERED);
  expect(device.senders).toEqual(['of the door', 'of the door']);
  expect(device.registered).toEqual([
    '/events/push https://push.example/a',
    '/events/push https://push.example/b',
  ]);
  expect(browser.calls).toEqual(['unsubscribe', 'subscribe']);
});

test('a device that refuses is an error for a tap, and leaves messages off for a connection', async () => {
  const gone = ['a', 'b', 'c', 'd'].map((name) => `https://push.example/${name}`);
  const [{ window }, { session }] = [fakeBrowser(ONE), fakeDevice({ gone })];
  await expect(registerPush({ session, window, clock }, REMEMBERED)).rejects.toThrow('answered 404');
  expect(await restorePush({ session, window, clock }, REMEMBERED)).toBeUndefined();
});

test('a refusal of the device or the browser is a failure of push messages, and an error of the console is none', () => {
  let refused: unknown;
  try {
    requireChanged({ statusCode: 400 });
  } catch (error) {
    refused = error;
  }
  const errors = [
    refused,
    new EdgeError('ERR_NOT_SENT', ''),
    new DOMException('', 'AbortError'),
    new RangeError(),
  ];
  expect(errors.map(isPushFailure)).toEqual([true, true, true, false]);
});
