/** @module What is remembered, for how long, and what is not believed of a memory that others may write. */
import { silentLogger, type IceServer } from '@longwire/protocol';
import { ManualClock } from '@longwire/testing';
import { describe, expect, test } from 'vitest';
import { ConnectCache, createIceServerCache, MAX_NOTES, type IceServerCache } from './ice-server-cache.ts';
import { expiryOf } from './turn-expiry.ts';

const NOW_MS = 1_900_000_000_000;
const HOUR_MS = 3_600_000;
const stun: IceServer = { urls: ['stun:s.example'] };
const own: IceServer = { urls: ['stun:own.example'] };

function turn(username: string): IceServer {
  return { urls: ['turn:t.example'], username, credential: 'c' };
}

interface CacheFields {
  readonly deviceId?: string;
  readonly nowMs?: number;
  readonly defaults?: readonly IceServer[];
}

function cacheOf(memory: IceServerCache, fields: CacheFields = {}): ConnectCache {
  const { deviceId = 'de', nowMs = NOW_MS, defaults = [own] } = fields;
  return new ConnectCache({
    memory,
    url: 'wss://s.example/signaling/v1',
    productId: 'pr',
    deviceId,
    defaults,
    logger: silentLogger,
    clock: new ManualClock(nowMs),
  });
}

describe('credentials expire according to', () => {
  test.each<[string, IceServer[], number]>([
    ['a name that begins with its expiry', [turn('1900000600:x')], 600_000],
    ['a name that is its expiry', [turn('1900000600')], 600_000],
    ['the earliest of several', [turn('1900000600:x'), turn('1900000060:y'), stun], 60_000],
    ['a name that says nothing', [turn('ann')], 5 * 60_000],
    ['servers without credentials', [stun], 30 * 24 * HOUR_MS],
    ['no servers', [], 30 * 24 * HOUR_MS],
  ])('%s', (_name, servers, lifeMs) => {
    expect(expiryOf(servers, NOW_MS)).toBe(NOW_MS + lifeMs);
  });
});

describe('the ICE server cache', () => {
  test('returns servers until half a minute before their credentials expire', () => {
    const memory = createIceServerCache();
    const servers = [turn('1900000600:x')];
    cacheOf(memory).rememberServers(servers, expiryOf);
    expect(cacheOf(memory, { nowMs: NOW_MS + 569_999 }).freshServers).toEqual(servers);
    expect(cacheOf(memory, { nowMs: NOW_MS + 570_000 }).freshServers).toBeUndefined();
  });

  test('stores an empty list as such', () => {
    const memory = createIceServerCache();
    cacheOf(memory).rememberServers([], expiryOf);
    expect(cacheOf(memory).freshServers).toEqual([]);
  });

  test('where the service named none, the servers that the application has at that time apply', () => {
    const memory = createIceServerCache();
    cacheOf(memory).rememberServers([own], expiryOf);
    expect(cacheOf(memory).freshServers).toEqual([own]);
    expect(cacheOf(memory, { defaults: [] }).freshServers).toEqual([]);
    expect(cacheOf(memory, { nowMs: NOW_MS + 31 * 24 * HOUR_MS }).freshServers).toBeUndefined();
  });

  test('each device and each network has its own; the order that a service takes is the service’s', () => {
    let name = 'home';
    const memory = { ...createIceServerCache(), network: () => name };
    cacheOf(memory).rememberServers([stun], expiryOf);
    cacheOf(memory).rememberSequential();
    expect(cacheOf(memory, { deviceId: 'other' }).freshServers).toBeUndefined();
    name = 'abroad';
    expect([cacheOf(memory).freshServers, cacheOf(memory).isSequential]).toEqual([undefined, true]);
    name = 'home';
    expect(cacheOf(memory).freshServers).toEqual([stun]);
  });

  test('that only the service’s servers work stays when they are noted again, forgotten, or over', () => {
    const memory = createIceServerCache();
    cacheOf(memory).rememberServers([stun], expiryOf, true);
    cacheOf(memory).rememberServers([stun], expiryOf);
    expect(cacheOf(memory).needsServers).toBe(true);
    cacheOf(memory).forgetServers();
    expect([cacheOf(memory).needsServers, cacheOf(memory).freshServers]).toEqual([true, undefined]);
  });

  test('has a limit in memory and drops the oldest note', () => {
    const memory = createIceServerCache();
    for (let index = 0; index <= MAX_NOTES; index += 1) {
      cacheOf(memory, { deviceId: `de-${index}` }).rememberServers([stun], expiryOf);
    }
    const known = (index: number): unknown => cacheOf(memory, { deviceId: `de-${index}` }).freshServers;
    expect([known(0), known(1), known(MAX_NOTES)]).toEqual([undefined, [stun], [stun]]);
  });

  test('keeps what it knows of a service, however many devices the service has', () => {
    const memory = createIceServerCache();
    cacheOf(memory).rememberSequential();
    for (let index = 0; index <= MAX_NOTES; index += 1) {
      const cache = cacheOf(memory, { deviceId: `de-${index}` });
      expect(cache.isSequential).toBe(true);
      cache.rememberServers([stun], expiryOf);
    }
  });
});

describe('the ICE server cache validates stored notes:', () => {
  const untilMs = NOW_MS + HOUR_MS;

  test.each<[string, unknown, unknown]>([
    ['nothing', undefined, undefined],
    ['a text', 'note', undefined],
    ['null', null, undefined],
    ['servers that are no list', { iceServers: 'stun:s', untilMs }, undefined],
    ['a server that is none', { iceServers: [null], untilMs }, undefined],
    ['a name that is no text', { iceServers: [{ ...stun, username: 7 }], untilMs }, undefined],
    ['addresses that are no texts', { iceServers: [{ urls: [7] }], untilMs }, undefined],
    ['a time that is none', { iceServers: [stun], untilMs: 'later' }, undefined],
    ['a server that no browser takes', { iceServers: [{ urls: ['http://x'] }, stun], untilMs }, [stun]],
  ])('%s', (_name, note, expected) => {
    const read = cacheOf({ get: () => note, set: () => undefined });
    expect([read.freshServers, read.needsServers, read.isSequential]).toEqual([expected, false, false]);
  });
});
