/** @module Payloads in blocks in both directions: complete or refused, unchanged while they are read, and limited. */
import { randomBytes } from 'node:crypto';
import {
  CoapCode,
  CoapOptionNumber,
  optionOf,
  uintOf,
  uintOption,
  type CoapFrame,
  type User,
} from '@longwire/protocol';
import { describe, expect, test, vi } from 'vitest';
import { Router } from '../router.ts';
import { BinaryClient, block1, block2, blockIn, summaryOf } from './binary-client.fixture.ts';
import type { Download } from './download.ts';
import { MAX_TRANSFER_BYTES, MAX_TRANSFER_IDLE_MS, MAX_TRANSFERS, TransferStore } from './transfer-store.ts';

const { BLOCK1, BLOCK2, ETAG, SIZE1, SIZE2 } = CoapOptionNumber;
const KIB = 1024;
const LIMIT = 1_000_000;

function setUp(csm = { maxMessageSize: 262_144, isBlockWise: true }) {
  const rights = { isAllowed: true, user: undefined as User | undefined };
  const router = new Router({
    guard: { userOf: () => rights.user, isAllowed: () => rights.isAllowed },
    maxBodyBytes: LIMIT,
  });
  const state = { stored: Buffer.alloc(0), posts: 0 };
  router.put('/file', ({ payload }) => {
    state.stored = Buffer.from(payload ?? []);
  });
  router.get('/file', () => state.stored);
  router.post('/file', () => {
    state.posts += 1;
    return { statusCode: 201, payload: state.stored };
  });
  return { router, rights, state, client: new BinaryClient({ router, csm }) };
}

describe('payloads of open requests', () => {
  const BODY_BYTES = 5 * KIB * KIB;

  function setUpSlow(limits: { handlerTimeoutMs?: number } = {}) {
    const router = new Router({
      guard: { userOf: () => undefined, isAllowed: () => true },
      maxBodyBytes: BODY_BYTES,
      ...limits,
    });
    const gate = Promise.withResolvers<undefined>();
    const begun = { tell: (): void => undefined };
    router.put('/slow', () => {
      begun.tell();
      return gate.promise;
    });
    const open: Promise<CoapFrame>[] = [];
    /** Resolves when the handler has the payload. */
    const begin = async (client: BinaryClient, token: number): Promise<void> => {
      const { promise, resolve } = Promise.withResolvers<void>();
      begun.tell = resolve;
      open.push(putWhole(client, token));
      await promise;
    };
    return { router, gate, open, begin };
  }

  /** A handler that transfers its payload, as to a worker. */
  function setUpGiving() {
    const guard = { userOf: () => undefined, isAllowed: () => true };
    const router = Object.assign(new Router({ guard, maxBodyBytes: BODY_BYTES }), { given: 0 });
    router.put('/slow', ({ payload = new Uint8Array(0) }) => {
      const { buffer } = payload;
      const transfer = buffer instanceof ArrayBuffer ? [buffer] : [];
      router.given += structuredClone(payload, { transfer }).length;
      return undefined;
    });
    return { router, client: new BinaryClient({ router }) };
  }

  async function putWhole(client: BinaryClient, token: number): Promise<CoapFrame> {
    const part = new Uint8Array(256 * KIB - KIB);
    for (let from = 0; ; from += part.length) {
      const payload = part.subarray(0, BODY_BYTES - from);
      const more = from + payload.length < BODY_BYTES;
      const options = [block1(from / KIB, more)];
      const answer = await client.ask(CoapCode.PUT, '/slow', {
        token: Uint8Array.of(token),
        payload,
        options,
      });
      if (!more) return answer;
    }
  }

  test('are limited in bytes over all channels of a session', async () => {
    const { router, gate, open, begin } = setUpSlow();
    const client = new BinaryClient({ router });
    const other = new BinaryClient({ router, shares: client.shares });
    await begin(client, 1);
    await begin(client, 2);
    await begin(other, 3);
    expect(summaryOf(await putWhole(other, 4))).toEqual([503, 'Open requests hold too many bytes']);
    expect(summaryOf(await client.ask(CoapCode.GET, '/none'))[0]).toBe(404);
    gate.resolve(undefined);
    for (const answer of await Promise.all(open)) expect(summaryOf(answer)[0]).toBe(204);
    expect(summaryOf(await putWhole(other, 5))[0]).toBe(204);
  });

  test.each([
    ['ends', ({ resolve }: PromiseWithResolvers<undefined>) => resolve(undefined)],
    ['fails', ({ reject }: PromiseWithResolvers<undefined>) => reject(new Error('too late'))],
  ])('count after a timeout until the handler %s', async (_how, end) => {
    const { router, gate } = setUpSlow({ handlerTimeoutMs: 1 });
    const client = new BinaryClient({ router });
    for (let token = 1; token <= 3; token += 1) expect(summaryOf(await putWhole(client, token))[0]).toBe(504);
    expect(summaryOf(await putWhole(client, 4))).toEqual([503, 'Open requests hold too many bytes']);
    end(gate);
    expect(summaryOf(await putWhole(client, 5))[0]).not.toBe(503);
  });

  test('are released in full if the handler has transferred their memory', async () => {
    const { router, client } = setUpGiving();
    for (let token = 1; token <= 5; token += 1) expect(summaryOf(await putWhole(client, token))[0]).toBe(204);
    expect(router.given).toBe(5 * BODY_BYTES);
  });
});

describe('an upload', () => {
  const data = randomBytes(200 * KIB + 7);

  /** Sends a part at a position, counted in KiB. */
  const put = (client: BinaryClient, from: number, to: number, token = Uint8Array.of(5), tag?: number) => {
    const more = to * KIB < data.length;
    const payload = data.subarray(from * KIB, to * KIB);
    const tags = tag === undefined ? [] : [uintOption(292, tag)];
    return client.ask(CoapCode.PUT, '/file', { token, payload, options: [block1(from, more), ...tags] });
  };

  test('in BERT blocks of any size is handled once, when it is complete', async () => {
    const { client, state } = setUp();
    for (const [from, to] of [
      [0, 100],
      [100, 101],
      [101, 200],
    ] as const) {
      const answer = await put(client, from, to);
      expect([summaryOf(answer)[0], blockIn(answer, BLOCK1)]).toEqual([
        231,
        { num: from, more: true, szx: 7 },
      ]);
      expect(state.stored).toHaveLength(0);
    }
    const last = await put(client, 200, 201);
    expect([summaryOf(last)[0], blockIn(last, BLOCK1)]).toEqual([204, { num: 200, more: false, szx: 7 }]);
    expect(state.stored.equals(data)).toBe(true);
  });

  test('in blocks of 16 bytes occupies at most twice its size', async () => {
    const { client, state } = setUp();
    const small = randomBytes(9000);
    const token = Uint8Array.of(6);
    for (let at = 0; at < small.length; at += 16) {
      const options = [block1(at / 16, at + 16 < small.length, 0)];
      await client.ask(CoapCode.PUT, '/file', { token, options, payload: small.subarray(at, at + 16) });
      const [upload] = client.shares.uploads.all;
      expect(upload?.bytes ?? 0).toBeLessThanOrEqual(Math.max(4096, 2 * (at + 16)));
    }
    expect(state.stored.equals(small)).toBe(true);
  });

  test('with a missing or repeated part is refused and can be started again', async () => {
    const { client, state } = setUp();
    await put(client, 0, 100);
    expect(summaryOf(await put(client, 101, 102))).toEqual([408, 'Blocks are missing: start again']);
    expect(summaryOf(await put(client, 100, 200))[0]).toBe(408);
    await put(client, 0, 100);
    await put(client, 0, 200);
    expect(summaryOf(await put(client, 200, 201))[0]).toBe(204);
    expect(state.stored.equals(data)).toBe(true);
  });

  test.each([
    ['half a BERT block', 7, 1500],
    ['an empty BERT block', 7, 0],
    ['too few bytes', 6, 1023],
    ['too many bytes', 5, 513],
  ])('with %s is refused', async (_, szx, bytes) => {
    const { client } = setUp();
    const options = [block1(0, true, szx)];
    const answer = await client.ask(CoapCode.PUT, '/file', { options, payload: new Uint8Array(bytes) });
    expect(summaryOf(answer)[0]).toBe(400);
  });

  test.each([
    ['as announced', [uintOption(SIZE1, LIMIT + 1)], 1],
    ['without announcing it', [], 4],
  ])('above the limit, %s, is a 4.13 with the largest size, and is dropped', async (_, options, blocks) => {
    const { client } = setUp();
    const token = Uint8Array.of(8);
    const payload = new Uint8Array(255 * KIB);
    let answer: CoapFrame | undefined;
    for (let index = 0; index < blocks; index += 1) {
      const list = [block1(index * 255, true), ...options];
      answer = await client.ask(CoapCode.PUT, '/file', { token, payload, options: list });
    }
    expect(answer && summaryOf(answer)[0]).toBe(413);
    expect(uintOf(optionOf(answer?.options ?? [], SIZE1) ?? new Uint8Array(0))).toBe(LIMIT);
    const next = await client.ask(CoapCode.PUT, '/file', { token, payload, options: [block1(1020, true)] });
    expect(summaryOf(next)[0]).toBe(408);
  });

  test('is refused at its first block without the right or the route', async () => {
    const { client, rights } = setUp();
    const options = [block1(0, true)];
    const payload = new Uint8Array(KIB);
    expect(summaryOf(await client.ask(CoapCode.PUT, '/none', { options, payload }))[0]).toBe(404);
    rights.isAllowed = false;
    expect(summaryOf(await client.ask(CoapCode.PUT, '/file', { options, payload }))[0]).toBe(403);
  });

  test('is refused at its last block once the right is withdrawn', async () => {
    const { client, rights, state } = setUp();
    await put(client, 0, 200);
    rights.isAllowed = false;
    expect(summaryOf(await put(client, 200, 201))[0]).toBe(403);
    expect(state.stored).toHaveLength(0);
  });

  test('is distinguished from another one to the same resource by token and by Request-Tag', async () => {
    const { client, state } = setUp();
    const [one, two] = [Uint8Array.of(1), Uint8Array.of(2)];
    for (const token of [one, two]) await put(client, 0, 150, token);
    for (const token of [one, two]) {
      await put(client, 150, 200, token);
      expect(summaryOf(await put(client, 200, 201, token))[0]).toBe(204);
    }
    for (const tag of [1, 2]) await put(client, 0, 200, Uint8Array.of(10 + tag), tag);
    state.stored = Buffer.alloc(0);
    for (const tag of [1, 2])
      expect(summaryOf(await put(client, 200, 201, Uint8Array.of(20 + tag), tag))[0]).toBe(204);
    expect(state.stored.equals(data)).toBe(true);
  });

  test('is refused if it cannot be distinguished from another one', async () => {
    const { client } = setUp();
    await put(client, 0, 150, Uint8Array.of(1));
    await put(client, 0, 150, Uint8Array.of(2));
    expect(summaryOf(await put(client, 150, 200, Uint8Array.of(3)))[0]).toBe(408);
    expect(summaryOf(await put(client, 150, 200, Uint8Array.of(1)))[0]).toBe(408);
  });

  test('is accepted with a different token for each block', async () => {
    const { client, state } = setUp();
    await put(client, 0, 150, Uint8Array.of(1));
    await put(client, 150, 200, Uint8Array.of(2));
    await put(client, 200, 201, Uint8Array.of(3));
    expect(state.stored.equals(data)).toBe(true);
  });
});

describe('a download', () => {
  const data = randomBytes(600 * KIB + 7);

  /** Reads the remaining blocks of an answer. */
  async function read(client: BinaryClient, first: CoapFrame, code: number, szx = 7): Promise<Buffer> {
    const parts = [first.payload ?? new Uint8Array(0)];
    const unit = szx === 7 ? KIB : 16 << szx;
    for (let answer = first, length = parts[0]?.length ?? 0; blockIn(answer, BLOCK2)?.more === true;) {
      const options = [block2(length / unit, szx)];
      answer = await client.ask(code, '/file', { token: first.token, options });
      expect(optionOf(answer.options, ETAG)).toEqual(optionOf(first.options, ETAG));
      parts.push(answer.payload ?? new Uint8Array(0));
      length += answer.payload?.length ?? 0;
    }
    return Buffer.concat(parts);
  }

  test('is a single message where it fits', async () => {
    const { client, state } = setUp();
    state.stored = data.subarray(0, 262_144 - 64);
    const answer = await client.ask(CoapCode.GET, '/file');
    expect([answer.payload?.length, optionOf(answer.options, BLOCK2)]).toEqual([262_080, undefined]);
  });

  test('is read in BERT blocks, unchanged since the first one', async () => {
    const { client, state } = setUp();
    state.stored = data;
    const first = await client.ask(CoapCode.GET, '/file');
    state.stored = Buffer.alloc(10);
    expect(blockIn(first, BLOCK2)).toEqual({ num: 0, more: true, szx: 7 });
    expect(uintOf(optionOf(first.options, SIZE2) ?? new Uint8Array(0))).toBe(data.length);
    expect(first.payload).toHaveLength(255 * KIB);
    expect((await read(client, first, CoapCode.GET)).equals(data)).toBe(true);
    expect(summaryOf(await client.ask(CoapCode.GET, '/file'))[1]).toHaveLength(10);
  });

  test.each([0, 3, 6])('has blocks of the size that the client asks for: exponent %i', async (szx) => {
    const { client, state } = setUp();
    state.stored = data.subarray(0, 5000);
    const first = await client.ask(CoapCode.GET, '/file', { options: [block2(0, szx)] });
    expect(first.payload).toHaveLength(16 << szx);
    expect((await read(client, first, CoapCode.GET, szx)).equals(state.stored)).toBe(true);
  });

  test('has smaller blocks for a client with small messages', async () => {
    const { client, state } = setUp({ maxMessageSize: 600, isBlockWise: true });
    state.stored = data.subarray(0, 5000);
    const first = await client.ask(CoapCode.GET, '/file');
    expect(blockIn(first, BLOCK2)).toEqual({ num: 0, more: true, szx: 5 });
    expect((await read(client, first, CoapCode.GET, 5)).equals(state.stored)).toBe(true);
    const bert = await client.ask(CoapCode.GET, '/file', { options: [block2(1, 7)] });
    expect(blockIn(bert, BLOCK2)).toEqual({ num: 2, more: true, szx: 5 });
  });

  test('is a 500 for a client that supports no blocks and only small messages', async () => {
    const { client, state } = setUp({ maxMessageSize: 1152, isBlockWise: false });
    state.stored = data.subarray(0, 5000);
    expect(summaryOf(await client.ask(CoapCode.GET, '/file'))).toEqual([500, 'Response too large']);
  });

  test('of the answer to a POST runs the handler once, also when the stored answer is gone', async () => {
    const { client, state } = setUp();
    state.stored = data;
    const first = await client.ask(CoapCode.POST, '/file');
    expect((await read(client, first, CoapCode.POST)).equals(data)).toBe(true);
    expect(state.posts).toBe(1);
    const late = await client.ask(CoapCode.POST, '/file', { token: first.token, options: [block2(1)] });
    expect([summaryOf(late)[0], state.posts]).toEqual([408, 1]);
  });

  test('continues the version that its token began', async () => {
    const { client, state } = setUp();
    const other = randomBytes(data.length);
    state.stored = data;
    const first = await client.ask(CoapCode.GET, '/file', { token: Uint8Array.of(1) });
    state.stored = other;
    const second = await client.ask(CoapCode.GET, '/file', { token: Uint8Array.of(2) });
    expect((await read(client, first, CoapCode.GET)).equals(data)).toBe(true);
    expect((await read(client, second, CoapCode.GET)).equals(other)).toBe(true);
  });

  test('has no block after its last one', async () => {
    const { client, state } = setUp();
    state.stored = data;
    const answer = await client.ask(CoapCode.GET, '/file', { options: [block2(601)] });
    expect(summaryOf(answer)).toEqual([400, 'No such block']);
  });

  test('is dropped when its right is withdrawn', async () => {
    const { client, state, rights } = setUp();
    state.stored = data;
    const first = await client.ask(CoapCode.GET, '/file');
    rights.isAllowed = false;
    client.channel.recheck();
    expect(client.shares.downloads.all).toEqual([]);
    const next = await client.ask(CoapCode.GET, '/file', { token: first.token, options: [block2(255)] });
    expect(summaryOf(next)[0]).toBe(403);
  });

  test('is dropped when the connection has another user', async () => {
    const { client, state, rights } = setUp();
    state.stored = data;
    await client.ask(CoapCode.GET, '/file');
    rights.user = { Username: 'bob', Fingerprints: [], NotificationCategories: [], AccessEndsAt: null };
    client.channel.recheck();
    expect(client.shares.downloads.all).toEqual([]);
  });

  test('goes on after a change of other users, also for a POST', async () => {
    const { client, state } = setUp();
    state.stored = data;
    for (const code of [CoapCode.GET, CoapCode.POST]) {
      const first = await client.ask(code, '/file');
      client.channel.recheck();
      expect((await read(client, first, code)).equals(data)).toBe(true);
    }
    expect(state.posts).toBe(1);
  });
});

describe('stored transfers of a session', () => {
  const owner = {};
  const kept = (name: string, bytes: number): Download => ({
    owner,
    tokenKey: name,
    transferKey: 'k',
    bytes,
    request: { method: 'GET', path: '/file' },
    response: { statusCode: 205 },
    payload: new Uint8Array(0),
    etag: new Uint8Array(0),
  });
  const names = (store: TransferStore<Download>): string[] =>
    store.matching({ owner, transferKey: 'k' }).map(({ tokenKey }) => tokenKey);

  test('are limited in number to the newest', () => {
    const store = new TransferStore<Download>();
    for (let index = 0; index <= MAX_TRANSFERS; index += 1) store.keep(kept(`${index}`, 1));
    expect(names(store)).toEqual(Array.from({ length: MAX_TRANSFERS }, (_, index) => `${index + 1}`));
  });

  test('are limited in bytes to the newest', () => {
    const store = new TransferStore<Download>();
    for (const name of ['a', 'b', 'c']) store.keep(kept(name, MAX_TRANSFER_BYTES / 2));
    expect(names(store)).toEqual(['b', 'c']);
    store.keep(kept('d', MAX_TRANSFER_BYTES));
    expect(names(store)).toEqual(['d']);
  });

  test('expire a minute after their last use', () => {
    vi.useFakeTimers();
    const store = new TransferStore<Download>();
    const [a, b] = [kept('a', 1), kept('b', 1)];
    for (const one of [a, b]) store.keep(one);
    vi.advanceTimersByTime(MAX_TRANSFER_IDLE_MS - 1);
    store.keep(a);
    vi.advanceTimersByTime(1);
    expect(names(store)).toEqual(['a']);
    store.drop(a);
    expect([names(store), vi.getTimerCount()]).toEqual([[], 0]);
    vi.useRealTimers();
  });

  test('are one per key, and none of a closed channel', () => {
    const store = new TransferStore<Download>();
    for (const bytes of [1, 2]) store.keep(kept('a', bytes));
    expect(names(store)).toEqual(['a']);
    store.dropOwned({});
    expect(names(store)).toEqual(['a']);
    store.dropOwned(owner);
    expect(names(store)).toEqual([]);
  });
});
