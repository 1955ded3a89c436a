/** @module One certificate for each device, kept where the browser keeps one, and said so where it does not. */
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
  test('is made once, and is the same in the next tab and after a reload', async () => {
    const profile = new FakeProfile();
    const first = await profile.own(profile.tab());
    const second = await profile.own(profile.tab());
    expect([first.isNew, second.isNew, profile.clock.pending]).toEqual([true, false, 0]);
    expect(fingerprintOf(second)).toBe(fingerprintOf(first));
    expect(profile.told).toEqual([]);
  });

  test('is written once, and only read from then on', async () => {
    const profile = new FakeProfile();
    const put = vi.spyOn(FakeObjectStore.prototype, 'put');
    await profile.own(profile.tab());
    await profile.own(profile.tab());
    expect(put).toHaveBeenCalledTimes(1);
  });

  test('is asked to live for as long as browsers allow', async () => {
    const profile = new FakeProfile();
    const { certificate } = await profile.own(profile.tab());
    expect(certificate.expires).toBe(profile.nowMs + YEAR_MS);
  });

  test('is one, when two tabs ask for it at the same time', async () => {
    const profile = new FakeProfile();
    const both = await Promise.all([profile.own(profile.tab()), profile.own(profile.tab())]);
    expect(new Set(both.map(fingerprintOf)).size).toBe(1);
    expect(both.filter(({ isNew }) => isNew)).toHaveLength(1);
  });

  test('is another one for another device, another account, and another way to name it', async () => {
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

  test('is shared by ids that differ only in case, but not by such accounts', async () => {
    const profile = new FakeProfile();
    const first = await profile.own(profile.tab(), { productId: 'Pr-1', deviceId: 'DE-1', account: 'Bob' });
    const same = await profile.own(profile.tab(), { productId: 'PR-1', deviceId: 'de-1', account: 'Bob' });
    const other = await profile.own(profile.tab(), { productId: 'PR-1', deviceId: 'de-1', account: 'bob' });
    expect([fingerprintOf(same), same.isNew]).toEqual([fingerprintOf(first), false]);
    expect(other.isNew).toBe(true);
  });

  test('stored under the ids as they were typed is still found, and can be forgotten', async () => {
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

  test('is forgotten under each spelling of the ids that it was kept under, and no other', async () => {
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

  test('that has expired is replaced, and said so', async () => {
    const profile = new FakeProfile();
    const before = await profile.own(profile.tab());
    profile.nowMs += YEAR_MS - 3_600_000;
    const after = await profile.own(profile.tab());
    expect(fingerprintOf(after)).not.toBe(fingerprintOf(before));
    expect([after.isNew, profile.told]).toEqual([true, [['unavailable', 'expired']]]);
  });

  test('is used until an hour before its end', async () => {
    const profile = new FakeProfile();
    const before = await profile.own(profile.tab());
    profile.nowMs += YEAR_MS - 3_600_001;
    expect(fingerprintOf(await profile.own(profile.tab()))).toBe(fingerprintOf(before));
  });

  test('is forgotten when it is asked for', async () => {
    const profile = new FakeProfile();
    const tab = profile.tab();
    const before = await profile.own(tab);
    expect(await tab.forget(DEVICE)).toBe(true);
    const after = await profile.own(tab);
    expect([after.isNew, fingerprintOf(after) === fingerprintOf(before)]).toEqual([true, false]);
  });
});

const good = { certificate: new CloneableCertificate(1_900_000_000_000), createdMs: 1 };

describe('an entry that is not what it should be', () => {
  test.each<[string, unknown]>([
    ['null', null],
    ['a text', 'certificate'],
    ['an object without members', {}],
    ['no certificate', { version: 1, current: { createdMs: 1 } }],
    [
      'a certificate without a fingerprint',
      { version: 1, current: { certificate: { expires: 1.9e12 }, createdMs: 1 } },
    ],
    ['a certificate without an end', { version: 1, current: { certificate: {}, createdMs: 1 } }],
    ['no time', { version: 1, current: { ...good, createdMs: 'today' } }],
    ['a version from before the first', { version: 0, current: good }],
  ])('%s: a new certificate takes its place, and is kept', async (_what, value) => {
    const profile = new FakeProfile();
    const tab = profile.tab();
    await profile.own(tab);
    await profile.spoil(value);
    const fresh = await profile.own(tab);
    expect([fresh.isNew, profile.told]).toEqual([true, [['unavailable', 'corrupt']]]);
    expect(fingerprintOf(await profile.own(profile.tab()))).toBe(fingerprintOf(fresh));
  });

  test('one that cannot be read at all: the same', async () => {
    const profile = new FakeProfile();
    await profile.own(profile.tab());
    await profile.spoil('unreadable');
    vi.unstubAllGlobals();
    const clone = structuredClone;
    stubClone((value) => {
      if (value === 'unreadable') throw new DOMException('', 'DataError');
      return value instanceof Object ? value : clone(value);
    });
    expect((await profile.own(profile.tab())).isNew).toBe(true);
    expect(profile.told).toEqual([['unavailable', 'corrupt']]);
    expect((await profile.own(profile.tab())).isNew).toBe(false);
  });

  test('one of a later version is left alone, and so is a later database', async () => {
    const profile = new FakeProfile();
    const before = await profile.own(profile.tab());
    const record = { version: 2, current: { certificate: before.certificate, createdMs: 1 } };
    await profile.spoil(record);
    expect(await profile.tab().certificateFor(DEVICE)).toBeUndefined();
    await profile.spoil({ ...record, version: 1 });
    expect(fingerprintOf(await profile.own(profile.tab()))).toBe(fingerprintOf(before));
    (await settled(profile.indexedDB.open('longwire-identity', 2))).close();
    expect(await profile.tab().certificateFor(DEVICE)).toBeUndefined();
    expect(profile.told).toEqual([
      ['unavailable', 'newer'],
      ['unavailable', 'newer'],
    ]);
  });

  test('another entry that waits or was replaced, and is broken, does not cost the certificate', async () => {
    const profile = new FakeProfile();
    const { certificate } = await profile.own(profile.tab());
    const current = { certificate, createdMs: profile.nowMs };
    await profile.spoil({ version: 1, current, next: { certificate: 5 }, previous: { fingerprint: 'x' } });
    expect((await profile.own(profile.tab())).isNew).toBe(false);
    expect(profile.told).toEqual([]);
  });
});

function refuse(): never {
  throw new DOMException('', 'SecurityError');
}

/** A request to open a database that tells nothing. */
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

describe('without a certificate, an event says why and nothing throws', () => {
  test.each([
    ['SecurityError', 'denied'],
    ['InvalidStateError', 'denied'],
    ['QuotaExceededError', 'full'],
    ['UnknownError', 'failed'],
  ])('a store that refuses with %s: %s', async (name, reason) => {
    const profile = new FakeProfile();
    const tab = profile.tab({ indexedDB: refusing(name) });
    expect(await tab.certificateFor(DEVICE)).toBeUndefined();
    expect(await tab.forget(DEVICE)).toBe(false);
    expect(profile.told).toEqual([
      ['unavailable', reason],
      ['unavailable', reason],
    ]);
  });

  test('no store, no maker of certificates, or a name that throws: nothing of the platform is asked before', async () => {
    const profile = new FakeProfile();
    expect('indexedDB' in globalThis).toBe(false);
    const bare = createBrowserIdentity();
    bare.on('unavailable', ({ reason }) => profile.told.push(['unavailable', reason]));
    expect(await bare.certificateFor(DEVICE)).toBeUndefined();
    vi.stubGlobal('indexedDB', null);
    expect(await bare.certificateFor(DEVICE)).toBeUndefined();
    Object.defineProperty(globalThis, 'indexedDB', { configurable: true, get: refuse });
    expect(await bare.certificateFor(DEVICE)).toBeUndefined();
    Reflect.deleteProperty(globalThis, 'indexedDB');
    expect(profile.told.map(([, reason]) => reason)).toEqual(['missing', 'missing', 'denied']);
  });

  test('a maker that fails', async () => {
    const profile = new FakeProfile();
    const tab = profile.tab({ RTCPeerConnection: { generateCertificate: async () => refuse() } });
    expect(await tab.certificateFor(DEVICE)).toBeUndefined();
    expect(profile.told).toEqual([['unavailable', 'missing']]);
    expect((await profile.own(profile.tab())).isNew).toBe(true);
  });

  test('a browser that cannot keep certificates', async () => {
    const profile = new FakeProfile();
    stubClone(() => {
      throw new DOMException('', 'DataCloneError');
    });
    expect(await profile.tab().certificateFor(DEVICE)).toBeUndefined();
    expect(profile.told).toEqual([['unavailable', 'uncloneable']]);
  });

  test('no room, told when the transaction ends: nothing is kept, and nothing is given out as if it were', async () => {
    const profile = new FakeProfile();
    const room = vi.spyOn(FakeObjectStore.prototype, 'put');
    room.mockImplementation(function (this: IDBObjectStore, _value, key) {
      const request = this.get(key ?? '');
      Reflect.apply(Reflect.get(this.transaction, '_abort'), this.transaction, ['QuotaExceededError']);
      return request;
    });
    expect(await profile.tab().certificateFor(DEVICE)).toBeUndefined();
    expect(profile.told).toEqual([['unavailable', 'full']]);
    room.mockRestore();
    expect((await profile.own(profile.tab())).isNew).toBe(true);
  });

  test('a store that never answers: after three seconds', async () => {
    const clock = new ManualClock();
    const profile = new FakeProfile();
    vi.spyOn(profile.indexedDB, 'open').mockImplementation(neverOpening);
    const asked = profile.tab({ clock }).certificateFor(DEVICE);
    clock.advance(2999);
    expect(profile.told).toEqual([]);
    clock.advance(1);
    expect(await asked).toBeUndefined();
    expect([profile.told, clock.pending]).toEqual([[['unavailable', 'slow']], 0]);
  });

  test('a store that was wiped while the page is open: a new certificate, without a word', async () => {
    const profile = new FakeProfile();
    const tab = profile.tab();
    await profile.own(tab);
    await settled(profile.indexedDB.deleteDatabase('longwire-identity'));
    expect((await profile.own(tab)).isNew).toBe(true);
    expect(profile.told).toEqual([]);
  });

  test('a listener that throws breaks nothing', async () => {
    const profile = new FakeProfile();
    const tab = profile.tab({ indexedDB: refusing('SecurityError') });
    tab.on('unavailable', () => {
      throw new Error('listener');
    });
    expect(await tab.certificateFor(DEVICE)).toBeUndefined();
  });
});

test('the log holds reasons and no names', async () => {
  const lines: unknown[] = [];
  const line = (...said: unknown[]): void => void lines.push(said);
  const profile = new FakeProfile();
  const logger = { debug: line, info: line, warn: line, error: line };
  await profile.tab({ logger, indexedDB: refusing('SecurityError') }).certificateFor(DEVICE);
  expect(lines).toEqual([['identity.unavailable', { reason: 'denied' }]]);
  expect(JSON.stringify(lines)).not.toContain('de-1');
});
