/** @module Notifications without the service: they wait on the device, for an hour, some of them, and are pushed once. */
import { base64urlDecode, parseFingerprint, silentLogger, type Fingerprint } from '@longwire/protocol';
import { beforeEach, describe, expect, test } from 'vitest';
import { EMPTY_IAM_STATE, newUser, withUser } from '../../iam/iam-state.ts';
import type { QuietHours } from '../../iam/push-settings.ts';
import { NO_EVENT_STORE, type EventStore } from '../event-file.ts';
import { EventLog } from '../event-log.ts';
import type { LoggedEvent } from '../logged-event.ts';
import { PushReceiver } from './decrypt-push.fixture.ts';
import { PushSender, type PushMessage } from './push-sender.ts';

const START_MS = Date.parse('2026-11-26T12:00:00Z');
const MINUTE_MS = 60_000;
const BROWSER = parseFingerprint('ab'.repeat(32));

let nowMs = START_MS;
let quietHours: QuietHours | null = null;
let sent: PushMessage[] = [];
/** Further ones of anna. */
let otherBrowsers: readonly { readonly endpoint: string; readonly browser: Fingerprint }[] = [];
const receiver = new PushReceiver();

beforeEach(() => {
  nowMs = START_MS;
  quietHours = null;
  sent = [];
  otherBrowsers = [];
});

/** A device whose user anna gets messages in one browser. */
function makeDevice(store: EventStore = NO_EVENT_STORE) {
  const log = new EventLog({ store, logger: silentLogger, nowMs: () => nowMs });
  const sender = new PushSender({
    iam: {
      get state() {
        const anna = newUser(EMPTY_IAM_STATE, 'anna', 'token');
        const fingerprints = [{ fingerprint: BROWSER, name: null }];
        const pushes = [{ endpoint: 'https://push.example/a', browser: BROWSER }, ...otherBrowsers].map(
          (push) => ({ ...push, ...receiver.keys, sender: null }),
        );
        return withUser(EMPTY_IAM_STATE, { ...anna, fingerprints, pushes, quietHours });
      },
      get nowMs() {
        return nowMs;
      },
      isUserAllowed: () => true,
      update: () => Promise.resolve(),
    },
    info: { productId: 'pr-1', deviceId: 'de-1' },
    send: (message) => void sent.push(message),
    logger: silentLogger,
    action: 'Device:ReadEvents',
    log,
  });
  return {
    log,
    sender,
    attach: () => sender.handleAttached(['push/1'], 'the key'),
    /** The service has given all messages to the push service. */
    answer: () => {
      for (const { id } of sent) sender.handleResult({ type: 'push-result', id, status: 201 });
    },
    notify: (title: string) => {
      const isUnsent = sender.key === undefined;
      sender.push(log.addNotification({ kind: null, title, body: null, isUnsent }));
    },
  };
}

const untilSent = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** What the browser reads. */
function received(): { title: string; at: number }[] {
  return sent.map(({ body }) => JSON.parse(receiver.read(base64urlDecode(body))));
}

describe('a notification without the service', () => {
  test('is pushed once the device is attached, with its own time, for as long as it still matters', async () => {
    const device = makeDevice();
    device.notify('Door');
    expect(sent).toEqual([]);
    nowMs += 10 * MINUTE_MS;
    device.attach();
    await untilSent();
    expect(received()).toMatchObject([{ title: 'Door', at: START_MS / 1000 }]);
    expect(sent).toMatchObject([{ ttl: 4 * 3600 - 600 }]);
  });

  test('is only in the list after an hour', async () => {
    const device = makeDevice();
    device.notify('Early');
    nowMs += 1;
    device.notify('Late');
    nowMs += 60 * MINUTE_MS - 1;
    device.attach();
    await untilSent();
    expect(received().map(({ title }) => title)).toEqual(['Late']);
    expect(device.log.list).toHaveLength(2);
  });

  test('is one of eight at most: the oldest are only in the list, and the newest is the last', async () => {
    const device = makeDevice();
    for (let index = 0; index < 10; index += 1) device.notify(String(index));
    device.attach();
    await untilSent();
    expect(received().map(({ title }) => title)).toEqual(['2', '3', '4', '5', '6', '7', '8', '9']);
  });

  test('is not pushed in quiet hours that have begun since, and is after those that have ended', async () => {
    quietHours = { from: '12:30', to: '13:00', timeZone: 'UTC' };
    const device = makeDevice();
    device.notify('Before');
    nowMs += 40 * MINUTE_MS;
    device.attach();
    await untilSent();
    device.sender.handleDetached();
    device.notify('During');
    nowMs += 30 * MINUTE_MS;
    device.attach();
    await untilSent();
    expect(received().map(({ title }) => title)).toEqual(['During']);
  });

  test('is not pushed again by another attachment, nor with the ones after it', async () => {
    const device = makeDevice();
    device.notify('Door');
    device.attach();
    device.sender.handleDetached();
    device.attach();
    await untilSent();
    device.answer();
    device.sender.handleDetached();
    device.attach();
    await untilSent();
    device.notify('Bell');
    expect(received().map(({ title }) => title)).toEqual(['Door', 'Bell']);
  });

  test('waits on if the device is detached again before it is pushed', async () => {
    const device = makeDevice();
    device.notify('Door');
    device.attach();
    device.sender.handleDetached();
    await untilSent();
    expect(sent).toEqual([]);
    device.attach();
    await untilSent();
    expect(received()).toHaveLength(1);
  });

  test('waits over a restart, and is not pushed again after another', async () => {
    let stored: readonly LoggedEvent[] = [];
    const save = async (events: readonly LoggedEvent[]): Promise<void> => void (stored = events);
    makeDevice({ stored, save }).notify('Door');
    await untilSent();
    for (let restarts = 0; restarts < 2; restarts += 1) {
      makeDevice({ stored, save }).attach();
      await untilSent();
    }
    expect(received()).toHaveLength(1);
  });

  test('is stored as pushed before it is, for a device that loses its power in between', async () => {
    let stored: readonly LoggedEvent[] = [];
    let writing = Promise.withResolvers<void>();
    const save = (events: readonly LoggedEvent[]): Promise<void> => {
      stored = events;
      return writing.promise;
    };
    const device = makeDevice({ stored, save });
    device.notify('Door');
    writing.resolve();
    await device.log.settled();
    writing = Promise.withResolvers();
    device.attach();
    await untilSent();
    expect(sent).toEqual([]);
    writing.resolve();
    await untilSent();
    expect(sent).toHaveLength(1);
    expect(stored).toMatchObject([{ isUnsent: false }]);
  });
});

describe('a notification that was sent into a dead attachment', () => {
  test('is sent again, with those that have waited since, until it is answered', async () => {
    const device = makeDevice();
    device.attach();
    device.notify('Bell');
    device.answer();
    device.notify('Door');
    device.sender.handleDetached();
    device.notify('Window');
    for (const _ of [1, 2]) {
      nowMs += MINUTE_MS;
      device.attach();
      await untilSent();
      device.answer();
      device.sender.handleDetached();
    }
    expect(received()).toMatchObject([
      { title: 'Bell' },
      { title: 'Door', at: START_MS / 1000 },
      { title: 'Door', at: START_MS / 1000 },
      { title: 'Window', at: START_MS / 1000 },
    ]);
  });

  test('is only in the list after an hour, and one of eight at most', () => {
    const device = makeDevice();
    device.attach();
    device.notify('Old');
    nowMs += 50 * MINUTE_MS;
    for (let n = 1; n <= 9; n += 1) device.notify(`New ${n}`);
    device.sender.handleDetached();
    sent = [];
    nowMs += 10 * MINUTE_MS;
    device.attach();
    expect(received().map(({ title }) => title)).toEqual([2, 3, 4, 5, 6, 7, 8, 9].map((n) => `New ${n}`));
  });

  test('is sent to the browser alone that did not get it', () => {
    otherBrowsers = [{ endpoint: 'https://push.example/b', browser: BROWSER }];
    const device = makeDevice();
    device.attach();
    device.notify('Door');
    expect(sent.map(({ endpoint }) => endpoint)).toEqual([
      'https://push.example/a',
      'https://push.example/b',
    ]);
    device.sender.handleResult({ type: 'push-result', id: sent[0]?.id ?? 0, status: 201 });
    device.sender.handleDetached();
    device.attach();
    expect(sent.map(({ endpoint }) => endpoint).slice(2)).toEqual(['https://push.example/b']);
  });
});

test('a clock that was set back does not make a message last longer', () => {
  const device = makeDevice();
  device.attach();
  const event = device.log.addNotification({ kind: null, title: 'Door', body: null, isUnsent: false });
  nowMs -= 24 * 60 * MINUTE_MS;
  device.sender.push(event);
  expect(sent).toMatchObject([{ ttl: 4 * 3600 }]);
});
