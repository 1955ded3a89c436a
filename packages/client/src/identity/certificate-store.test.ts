/** @module One certificate per device, stored if the browser can, and an event if it cannot. */
import { ManualClock } from '@longwire/testing';
import { IDBObjectStore as FakeObjectStore } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createBrowserIdentity } from './create-browser-identity.ts';
import {
  CloneableCertificate,
  DEVICE,
  FakeProfile,
  fingerprintOf,
  settled,
  stubClone,
  YEAR_MS,
} from './identity-rig.fixture.ts';

beforeEach(() => stubClone());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('the certificate for a device', () => {
  test('is generated once and reused in the next tab and after a reload', async () => {
    const profile = new FakeProfile();
    const first = await profile.own(profile.tab());
    const second = await profile.own(profile.tab());
    expect([first.isNew, second.isNew, profile.clock.pending]).toEqual([true, false, 0]);
    expect(fingerprintOf(second)).toBe(fingerprintOf(first));
    expect(profile.events).toEqual([]);
  });

  test('is written once and only read from then on', async () => {
    const profile = new FakeProfile();
    const put = vi.spyOn(FakeObjectStore.prototype, 'put');
    await profile.own(profile.tab());
    await profile.own(profile.tab());
    expect(put).toHaveBeenCalledTimes(1);
  });

  test('requests the longest lifetime that browsers allow', async () => {
    const profile = new FakeProfile();
    const { certificate } = await profile.own(profile.tab());
    expect(certificate.expires).toBe(profile.nowMs + YEAR_MS);
  });

  test('is the same for two tabs that ask for it at the same time', async () => {
    const profile = new FakeProfile();
    const both = await Promise.all([profile.own(profile.tab()), profile.own(profile.tab())]);
    expect(new Set(both.map(fingerprintOf)).size).toBe(1);
    expect(both.filter(({ isNew }) => isNew)).toHaveLength(1);
  });

  test('differs for another device, another account and another form of the device name', async () => {
    const profile = new FakeProfile();
    const tab = profile.tab();
    const names = [
      DEVICE,
      { ...DEVICE, deviceId: 'de-2' },
      { productId: 'pr-1"', deviceId: ',"de-1' },
      { ...DEVICE, account: 'bob' },
      { fingerprint: 'ab'.repeat(32) },
    ];
    const all = await Promise.all(names.map(async (name) => profile.own(tab, name)));
    expect(new Set(all.map(fingerprintOf)).size).toBe(names.length);
    const upper = await profile.own(tab, { fingerprint: 'AB'.repeat(32) });
    expect(fingerprintOf(upper)).toBe(fingerprintOf(all[4] ?? upper));
    expect(upper.isNew).toBe(false);
  });

  test('is shared by ids that differ only in case, but not by accounts that do', async () => {
    const profile = new FakeProfile();
    const first = await profile.own(profile.tab(), { productId: 'Pr-1', deviceId: 'DE-1', account: 'Bob' });
    const same = await profile.own(profile.tab(), { productId: 'PR-1', deviceId: 'de-1', account: 'Bob' });
    const other = await profile.own(profile.tab(), { productId: 'PR-1', deviceId: 'de-1', account: 'bob' });
    expect([fingerprintOf(same), same.isNew]).toEqual([fingerprintOf(first), false]);
    expect(other.isNew).toBe(true);
  });

  test('is found and can be deleted if it was stored under ids in another case', async () => {
    const profile = new FakeProfile();
    const name = { productId: 'PR-1', deviceId: 'De-1' };
    const kept = await profile.own(profile.tab(), name);
    await profile.move('["ids","pr-1","de-1"]', '["ids","PR-1","De-1"]');
    expect(fingerprintOf(await profile.own(profile.tab(), name))).toBe(fingerprintOf(kept));
    expect(await profile.keys()).toEqual(['["ids","pr-1","de-1"]']);
    await profile.move('["ids","pr-1","de-1"]', '["ids","PR-1","De-1"]');
    await profile.tab().forget({ productId: 'pr-1', deviceId: 'de-1' });
    expect(await profile.keys()).toEqual([]);
  });

  test('is deleted under every spelling of its ids and under no others', async () => {
    const profile = new FakeProfile();
    const kept = ['["ids","pr-1","de-1"]', '["ids","PR-1","de-1"]', '["ids","PR-1","DE-1"]'];
    for (const [n, key] of kept.entries()) {
      await profile.own(profile.tab(), { productId: 'any', deviceId: `of-${n}` });
      await profile.move(`["ids","any","of-${n}"]`, key);
    }
    await profile.own(profile.tab(), { productId: 'PR-1', deviceId: 'DE-1', account: 'bob' });
    await profile.tab().forget({ productId: 'pr-1', deviceId: 'de-1' });
    expect(await profile.keys()).toEqual(['["ids","pr-1","de-1",{"account":"bob"}]']);
  });

  test('is replaced with an event when it has expired', async () => {
    const profile = new FakeProfile();
    const before = await profile.own(profile.tab());
    profile.nowMs += YEAR_MS - 3_600_000;
    const after = await profile.own(profile.tab());
    expect(fingerprintOf(after)).not.toBe(fingerprintOf(before));
    expect([after.isNew, profile.events]).toEqual([true, [['unavailable', 'expired']]]);
  });

  test('is used until an hour before it expires', async () => {
    const profile = new FakeProfile();
    const before = await profile.own(profile.tab());
    profile.nowMs += YEAR_MS - 3_600_001;
    expect(fingerprintOf(await profile.own(profile.tab()))).toBe(fingerprintOf(before));
  });

  test('is deleted by forget()', async () => {
    const profile = new FakeProfile();
    const tab = profile.tab();
    const before = await profile.own(tab);
    expect(await tab.forget(DEVICE)).toBe(true);
    const after = await profile.own(tab);
    expect([after.isNew, fingerprintOf(after) === fingerprintOf(before)]).toEqual([true, false]);
  });
});

const good = { certificate: new CloneableCertificate(1_900_000_000_000), createdMs: 1 };

describe('an invalid stored entry', () => {
  test.each<[string, unknown]>([
    ['null', null],
    ['a text', 'certificate'],
    ['an object without members', {}],
    ['no certificate', { version: 1, current: { createdMs: 1 } }],
    [
      'a certificate without a fingerprint',
      { version: 1, current: { certificate: { expires: 1.9e12 }, createdMs: 1 } },
    ],
    ['a certificate without an expiry time', { version: 1, current: { certificate: {}, createdMs: 1 } }],
    ['no time', { version: 1, current: { ...good, createdMs: 'today' } }],
    ['a version from before the first', { version: 0, current: good }],
  ])('%s: a new certificate is stored instead', async (_what, value) => {
    const profile = new FakeProfile();
    const tab = profile.tab();
    await profile.own(tab);
    await profile.overwrite(value);
    const fresh = await profile.own(tab);
    expect([fresh.isNew, profile.events]).toEqual([true, [['unavailable', 'corrupt']]]);
    expect(fingerprintOf(await profile.own(profile.tab()))).toBe(fingerprintOf(fresh));
  });

  test('an unreadable entry is replaced by a new certificate', async () => {
    const profile = new FakeProfile();
    await profile.own(profile.tab());
    await profile.overwrite('unreadable');
    vi.unstubAllGlobals();
    const clone = structuredClone;
    stubClone((value) => {
      if (value === 'unreadable') throw new DOMException('', 'DataError');
      return value instanceof Object ? value : clone(value);
    });
    expect((await profile.own(profile.tab())).isNew).toBe(true);
    expect(profile.events).toEqual([['unavailable', 'corrupt']]);
    expect((await profile.own(profile.tab())).isNew).toBe(false);
  });

  test('an entry or a database of a later version is not touched', async () => {
    const profile = new FakeProfile();
    const before = await profile.own(profile.tab());
    const record = { version: 2, current: { certificate: before.certificate, createdMs: 1 } };
    await profile.overwrite(record);
    expect(await profile.tab().certificateFor(DEVICE)).toBeUndefined();
    await profile.overwrite({ ...record, version: 1 });
    expect(fingerprintOf(await profile.own(profile.tab()))).toBe(fingerprintOf(before));
    (await settled(profile.indexedDB.open('longwire-identity', 2))).close();
    expect(await profile.tab().certificateFor(DEVICE)).toBeUndefined();
    expect(profile.events).toEqual([
      ['unavailable', 'newer'],
      ['unavailable', 'newer'],
    ]);
  });

  test('a broken pending or replaced certificate does not invalidate the current one', async () => {
    const profile = new FakeProfile();
    const { certificate } = await profile.own(profile.tab());
    const current = { certificate, createdMs: profile.nowMs };
    await profile.overwrite({
      version: 1,
      current,
      next: { certificate: 5 },
      previous: { fingerprint: 'x' },
    });
    expect((await profile.own(profile.tab())).isNew).toBe(false);
    expect(profile.events).toEqual([]);
  });
});

function refuse(): never {
  throw new DOMException('', 'SecurityError');
}

/** A request to open a database that never settles. */
function neverOpening(): IDBOpenDBRequest {
  const waiting: object = new EventTarget();
  if (isOpenRequest(waiting)) return waiting;
  throw new Error('an event target expected');
}

const isOpenRequest = (value: object): value is IDBOpenDBRequest => 'addEventListener' in value;

function refusing(name: string): IDBFactory {
  const profile = new FakeProfile();
  vi.spyOn(profile.indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('', name);
  });
  return profile.indexedDB;
}

describe('without a certificate, an event reports why and nothing throws', () => {
  test.each([
    ['SecurityError', 'denied'],
    ['InvalidStateError', 'denied'],
    ['QuotaExceededError', 'full'],
    ['UnknownError', 'failed'],
  ])('a store that fails with %s is unavailable for the reason %s', async (name, reason) => {
    const profile = new FakeProfile();
    const tab = profile.tab({ indexedDB: refusing(name) });
    expect(await tab.certificateFor(DEVICE)).toBeUndefined();
    expect(await tab.forget(DEVICE)).toBe(false);
    expect(profile.events).toEqual([
      ['unavailable', reason],
      ['unavailable', reason],
    ]);
  });

  test('reports a missing IndexedDB, a missing certificate generator and an indexedDB getter that throws', async () => {
    const profile = new FakeProfile();
    expect('indexedDB' in globalThis).toBe(false);
    const bare = createBrowserIdentity();
    bare.on('unavailable', ({ reason }) => profile.events.push(['unavailable', reason]));
    expect(await bare.certificateFor(DEVICE)).toBeUndefined();
    vi.stubGlobal('indexedDB', null);
    expect(await bare.certificateFor(DEVICE)).toBeUndefined();
    Object.defineProperty(globalThis, 'indexedDB', { configurable: true, get: refuse });
    expect(await bare.certificateFor(DEVICE)).toBeUndefined();
    Reflect.deleteProperty(globalThis, 'indexedDB');
    expect(profile.events.map(([, reason]) => reason)).toEqual(['missing', 'missing', 'denied']);
  });

  test('reports a certificate generator that fails', async () => {
    const profile = new FakeProfile();
    const tab = profile.tab({ RTCPeerConnection: { generateCertificate: async () => refuse() } });
    expect(await tab.certificateFor(DEVICE)).toBeUndefined();
    expect(profile.events).toEqual([['unavailable', 'missing']]);
    expect((await profile.own(profile.tab())).isNew).toBe(true);
  });

  test('reports a browser that cannot clone certificates', async () => {
    const profile = new FakeProfile();
    stubClone(() => {
      throw new DOMException('', 'DataCloneError');
    });
    expect(await profile.tab().certificateFor(DEVICE)).toBeUndefined();
    expect(profile.events).toEqual([['unavailable', 'uncloneable']]);
  });

  test('returns no certificate when the transaction aborts because the storage is full', async () => {
    const profile = new FakeProfile();
    const room = vi.spyOn(FakeObjectStore.prototype, 'put');
    room.mockImplementation(function (this: IDBObjectStore, _value, key) {
      const request = this.get(key ?? '');
      Reflect.apply(Reflect.get(this.transaction, '_abort'), this.transaction, ['QuotaExceededError']);
      return request;
    });
    expect(await profile.tab().certificateFor(DEVICE)).toBeUndefined();
    expect(profile.events).toEqual([['unavailable', 'full']]);
    room.mockRestore();
    expect((await profile.own(profile.tab())).isNew).toBe(true);
  });

  test('gives up on a store that does not answer after three seconds', async () => {
    const clock = new ManualClock();
    const profile = new FakeProfile();
    vi.spyOn(profile.indexedDB, 'open').mockImplementation(neverOpening);
    const asked = profile.tab({ clock }).certificateFor(DEVICE);
    clock.advance(2999);
    expect(profile.events).toEqual([]);
    clock.advance(1);
    expect(await asked).toBeUndefined();
    expect([profile.events, clock.pending]).toEqual([[['unavailable', 'slow']], 0]);
  });

  test('a store that was cleared while the page is open gets a new certificate without an event', async () => {
    const profile = new FakeProfile();
    const tab = profile.tab();
    await profile.own(tab);
    await settled(profile.indexedDB.deleteDatabase('longwire-identity'));
    expect((await profile.own(tab)).isNew).toBe(true);
    expect(profile.events).toEqual([]);
  });

  test('a throwing listener does not affect certificateFor()', async () => {
    const profile = new FakeProfile();
    const tab = profile.tab({ indexedDB: refusing('SecurityError') });
    tab.on('unavailable', () => {
      throw new Error('listener');
    });
    expect(await tab.certificateFor(DEVICE)).toBeUndefined();
  });
});

test('the log contains reasons and no device names', async () => {
  const lines: unknown[] = [];
  const line = (...said: unknown[]): void => void lines.push(said);
  const profile = new FakeProfile();
  const logger = { debug: line, info: line, warn: line, error: line };
  await profile.tab({ logger, indexedDB: refusing('SecurityError') }).certificateFor(DEVICE);
  expect(lines).toEqual([['identity.unavailable', { reason: 'denied' }]]);
  expect(JSON.stringify(lines)).not.toContain('de-1');
});
