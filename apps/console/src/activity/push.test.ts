/** @module Push messages in this browser: what a device says about them, and the browser's one subscription. */
import { ManualClock } from '@longwire/testing/clock';
import { describe, expect, test } from 'vitest';
import { fakeBrowser, ONE, OTHER } from './fake-browser.fixture.ts';
import { currentSubscription, pushSupport, subscribe } from './browser-push.ts';
import { readPushSettings } from './push-settings.ts';

const KEY = `B${'k'.repeat(86)}`;
const answer = (value: unknown, statusCode = 205) => ({ statusCode, json: () => value });

describe('readPushSettings', () => {
  test('reads the key, the browsers and the quiet hours', () => {
    const hours = { from: '22:00', to: '07:00', timeZone: 'Europe/Berlin' };
    expect(readPushSettings(answer({ key: KEY, browsers: ['a', 7], here: 'a', quietHours: hours }))).toEqual({
      key: KEY,
      browsers: ['a'],
      here: 'a',
      quietHours: { from: '22:00', to: '07:00' },
    });
    expect(
      readPushSettings(answer({ key: KEY, browsers: [], quietHours: null }))?.quietHours,
    ).toBeUndefined();
  });

  test.each([
    ['a refusal', answer({ key: KEY, browsers: [] }, 404)],
    ['a service that does not push', answer({ key: null, browsers: [] })],
    ['a key that is none', answer({ key: 'B', browsers: [] })],
    ['no list', answer({ key: KEY, browsers: 'all' })],
    ['no object', answer(undefined)],
  ])('is undefined for %s', (_, given) => expect(readPushSettings(given)).toBeUndefined());
});

/** A window with these of the browser's parts. */
function windowWith(permission: string | undefined, parts: readonly string[]): Window & typeof globalThis {
  const navigator = parts.includes('serviceWorker') ? { serviceWorker: {} } : {};
  const fake: object = {
    navigator,
    ...(parts.includes('PushManager') ? { PushManager: {} } : {}),
    ...(permission === undefined ? {} : { Notification: { permission } }),
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- has the parts that are read
  return fake as Window & typeof globalThis;
}

test.each([
  ['default', ['serviceWorker', 'PushManager'], 'possible'],
  ['granted', ['serviceWorker', 'PushManager'], 'possible'],
  ['denied', ['serviceWorker', 'PushManager'], 'blocked'],
  ['denied', ['serviceWorker'], 'none'],
  ['granted', ['PushManager'], 'none'],
  [undefined, ['serviceWorker', 'PushManager'], 'none'],
])('with the permission %s and %j push messages are: %s', (permission, parts, support) => {
  expect(pushSupport(windowWith(permission, parts))).toBe(support);
});

const clock = new ManualClock();

describe('subscribe', () => {
  test('keeps a subscription of the same service', async () => {
    const { calls, container } = fakeBrowser(ONE);
    expect(await subscribe(container, { key: ONE, clock })).toMatchObject({ key: ONE });
    expect(calls).toEqual([]);
  });

  test('ends that of another service first, since a browser has one', async () => {
    const { calls, container } = fakeBrowser(OTHER);
    expect(await subscribe(container, { key: ONE, clock })).toMatchObject({ key: ONE });
    expect(calls).toEqual(['unsubscribe', 'subscribe']);
  });

  test('waits for a browser without a push service no longer than its limit', async () => {
    const { container } = fakeBrowser();
    const { pushManager } = await container.ready;
    pushManager.subscribe = async () => await Promise.withResolvers<PushSubscription>().promise;
    const waiting = subscribe(container, { key: ONE, clock }).catch((error: unknown) => error);
    await expect.poll(() => clock.pending).toBe(1);
    clock.advance(15_000);
    expect(await waiting).toMatchObject({ code: 'ERR_REQUEST_TIMEOUT' });
  });

  test('waits for a page without a service worker no longer either', async () => {
    const ready = Promise.withResolvers<ServiceWorkerRegistration>().promise;
    const waiting = subscribe({ ready }, { key: ONE, clock }).catch((error: unknown) => error);
    await expect.poll(() => clock.pending).toBe(1);
    clock.advance(15_000);
    expect(await waiting).toMatchObject({ code: 'ERR_REQUEST_TIMEOUT' });
  });
});

test('a subscription is named by the hash of its endpoint, as the device names it', async () => {
  const { container } = fakeBrowser(ONE);
  expect(await currentSubscription(container)).toEqual({
    id: 'N48TyEUUzJsv3wM_Ce7p_gZ4m3Um3yqVvG04z48rmmo',
    key: ONE,
    json: { endpoint: 'https://push.example/a' },
  });
  expect(await currentSubscription(fakeBrowser().container)).toBeUndefined();
});
