/** @module Payloads larger than a message, both ways, with progress (RFC 7959, RFC 8323 section 6). */
import {
  CoapCode,
  CoapOptionNumber,
  encodeBlock,
  encodeCoapFrame,
  optionOf,
  parseBlock,
  uintOption,
  type Block,
  type CoapFrame,
} from '@longwire/protocol';
import { FAKE_MAX_MESSAGE_BYTES } from '@longwire/testing';
import { describe, expect, test } from 'vitest';
import { errorOf } from '../../error-of.fixture.ts';
import type { RequestProgress } from '../../request/request-options.ts';
import { openFakeDevice, openSettledRig, type BinaryRig } from './binary-rig.fixture.ts';
import { MAX_ANSWER_BYTES } from './download.ts';

const { BLOCK1, BLOCK2, ETAG, OBSERVE, SIZE1, SIZE2 } = CoapOptionNumber;
const CONTENT = 0x45;
const LARGE = Uint8Array.from({ length: 20_000 }, (_, index) => index * 7);

function block1Of(frame: CoapFrame | undefined): Block | undefined {
  const value = frame && optionOf(frame.options, BLOCK1);
  return value && parseBlock(value);
}

/** The places of the blocks that were asked for, by the message. */
function asked(rig: BinaryRig): (number | undefined)[] {
  return rig.sent().map(({ options }) => {
    const value = optionOf(options, BLOCK2);
    return value && parseBlock(value)?.num;
  });
}

/** Acknowledges a block, by default the newest one unchanged. */
async function acknowledge(rig: BinaryRig, changed: Partial<Block> = {}, at = -1): Promise<void> {
  const sent = rig.sent().at(at);
  const block = block1Of(sent);
  if (sent === undefined || block === undefined) throw new Error('a block expected');
  await rig.say({
    code: CoapCode.CONTINUE,
    token: sent.token,
    options: [encodeBlock(BLOCK1, { ...block, ...changed })],
  });
}

describe('large payloads in both directions', () => {
  test('a large payload is sent and received completely, and progress is reported', async () => {
    const { requests, resources, coapWs } = await openFakeDevice();
    resources.on('POST /echo', ({ payload }) => ({
      statusCode: 205,
      contentFormat: 42,
      payload: payload ?? LARGE,
    }));
    const progress: RequestProgress[] = [];
    const { payload } = await requests.request('POST', '/echo', {
      payload: LARGE,
      onProgress: (step) => progress.push(step),
    });
    expect(payload).toEqual(LARGE);
    expect(resources.requests).toEqual([expect.objectContaining({ payload: LARGE, contentFormat: 42 })]);
    expect(progress.map(({ sentBytes }) => sentBytes)).toEqual([
      7168, 14_336, 20_000, 20_000, 20_000, 20_000,
    ]);
    expect(progress.map(({ receivedBytes }) => receivedBytes)).toEqual([0, 0, 0, 7168, 14_336, 20_000]);
    expect(progress.every(({ totalBytes }) => totalBytes === 20_000)).toBe(true);
    expect(coapWs.received.every((frame) => (frame.payload?.length ?? 0) < FAKE_MAX_MESSAGE_BYTES)).toBe(
      true,
    );
  });

  test('a throwing progress listener does not affect the transfer', async () => {
    const { requests, resources } = await openFakeDevice();
    resources.on('GET /large', { statusCode: 205, contentFormat: 42, payload: LARGE });
    const { payload } = await requests.request('GET', '/large', {
      onProgress: () => {
        throw new Error('broken');
      },
    });
    expect(payload).toEqual(LARGE);
  });

  test('two concurrent transfers to one resource keep separate tokens', async () => {
    const { requests, resources } = await openFakeDevice();
    resources.on('POST /echo', ({ payload }) => ({ statusCode: 205, payload: payload ?? LARGE }));
    const payloads = [1, 2].map((byte) => new Uint8Array(20_000).fill(byte));
    const answers = await Promise.all(
      payloads.map((payload) => requests.request('POST', '/echo', { payload })),
    );
    expect(answers.map(({ payload }) => payload)).toEqual(payloads);
  });
});

describe('sending a large payload', () => {
  test('uses BERT with as many blocks of 1024 as fit; the first has the size and is answered before the others leave', async () => {
    const rig = await openSettledRig({ maxMessageSize: 8192 });
    const request = rig.requests.request('PUT', '/x', { payload: LARGE });
    await rig.settle();
    const [first] = rig.sent().slice(-1);
    expect(block1Of(first)).toEqual({ num: 0, more: true, szx: 7 });
    expect([first?.payload?.length, optionOf(first?.options ?? [], SIZE1)]).toEqual([
      7168,
      uintOption(SIZE1, 20_000).value,
    ]);
    await acknowledge(rig);
    expect(block1Of(rig.sent().at(-2))).toEqual({ num: 7, more: true, szx: 7 });
    const last = rig.sent().at(-1);
    expect([block1Of(last), last?.payload?.length]).toEqual([{ num: 14, more: false, szx: 7 }, 5664]);
    await acknowledge(rig, {}, -2);
    await rig.say({ code: 0x44, token: last?.token ?? new Uint8Array(0) });
    expect((await request).statusCode).toBe(204);
  });

  test('switches to smaller blocks at the position where the device asks for them', async () => {
    const rig = await openSettledRig({ maxMessageSize: 8192 });
    const request = rig.requests.request('PUT', '/x', { payload: LARGE });
    await rig.settle();
    await acknowledge(rig, { szx: 4 });
    const next = rig.sent().at(-2);
    expect([block1Of(next), next?.payload?.length]).toEqual([{ num: 28, more: true, szx: 4 }, 256]);
    await rig.say({ code: 0x8d, token: next?.token ?? new Uint8Array(0) });
    expect((await request).statusCode).toBe(413);
  });

  test('uses blocks of 512 for a device with small messages', async () => {
    const rig = await openSettledRig({ maxMessageSize: 1000 });
    const request = rig.requests.request('PUT', '/x', { payload: LARGE });
    await rig.settle();
    expect(block1Of(rig.sent().at(-1))).toEqual({ num: 0, more: true, szx: 5 });
    await rig.say({ code: 0x83, token: rig.sent().at(-1)?.token ?? new Uint8Array(0) });
    expect((await request).statusCode).toBe(403);
  });

  test('has at most two blocks in flight, and ends when one is refused', async () => {
    const rig = await openSettledRig({ maxMessageSize: 8192 });
    const request = rig.requests.request('PUT', '/x', { payload: new Uint8Array(50_000) });
    await rig.settle();
    await acknowledge(rig);
    expect(rig.sent().slice(-3).map(block1Of)).toMatchObject([{ num: 0 }, { num: 7 }, { num: 14 }]);
    await acknowledge(rig, {}, -2);
    expect(block1Of(rig.sent().at(-1))).toMatchObject({ num: 21 });
    const before = rig.sent().length;
    const { token = new Uint8Array(0) } = rig.sent().at(-1) ?? {};
    for (const code of [CoapCode.REQUEST_ENTITY_TOO_LARGE, CoapCode.REQUEST_ENTITY_INCOMPLETE])
      await rig.say({ code, token });
    expect([(await request).statusCode, rig.sent().length]).toEqual([413, before]);
  });

  test('applies the time limit to each block from when it is the oldest unanswered one', async () => {
    const rig = await openSettledRig({ maxMessageSize: 8192 });
    const request = rig.requests.request('PUT', '/x', { payload: LARGE, timeoutMs: 1000 });
    await rig.settle();
    await acknowledge(rig);
    rig.clock.advance(900);
    await acknowledge(rig, {}, -2);
    rig.clock.advance(999);
    await rig.settle();
    const { token = new Uint8Array(0) } = rig.sent().at(-1) ?? {};
    await rig.say({ code: 0x44, token });
    expect((await request).statusCode).toBe(204);
  });

  test('rejects if another block is acknowledged than the one sent', async () => {
    const rig = await openSettledRig({ maxMessageSize: 8192 });
    const request = errorOf(rig.requests.request('PUT', '/x', { payload: LARGE }));
    await rig.settle();
    await acknowledge(rig, { num: 3 });
    expect(await request).toMatchObject({
      code: 'ERR_PAYLOAD_FORMAT',
    });
  });

  test('stops at an abort and leaves nothing behind', async () => {
    const rig = await openSettledRig({ maxMessageSize: 8192 });
    const abort = new AbortController();
    const { signal } = abort;
    const request = errorOf(rig.requests.request('PUT', '/x', { payload: LARGE, signal }));
    await rig.settle();
    abort.abort();
    expect(await request).toMatchObject({
      code: 'ERR_ABORTED',
    });
    await acknowledge(rig);
    rig.clock.advance(10_000);
    expect(rig.sent()).toHaveLength(2);
    expect(rig.clock.pending).toBe(1);
  });

  test('an abort by the progress listener stops the transfer', async () => {
    const rig = await openSettledRig({ maxMessageSize: 8192 });
    const abort = new AbortController();
    const { signal } = abort;
    const onProgress = (): void => abort.abort();
    const request = errorOf(rig.requests.request('PUT', '/x', { payload: LARGE, signal, onProgress }));
    await rig.settle();
    await acknowledge(rig);
    expect(await request).toMatchObject({ code: 'ERR_ABORTED' });
    rig.clock.advance(10_000);
    expect(rig.sent()).toHaveLength(2);
    expect(rig.clock.pending).toBe(1);
  });

  test('rejects as possibly sent if the channel breaks between two blocks', async () => {
    const rig = await openSettledRig({ maxMessageSize: 8192 });
    const request = errorOf(rig.requests.request('PUT', '/x', { payload: LARGE }));
    await rig.settle();
    rig.channel.send = () => {
      throw new DOMException('channel is not open', 'InvalidStateError');
    };
    await acknowledge(rig);
    expect(await request).toMatchObject({
      code: 'ERR_CHANNEL_CLOSED',
      wasSent: true,
    });
  });
});

describe('receiving a large answer', () => {
  const TAG = { number: ETAG, value: Uint8Array.of(1) };
  const CHUNK = new Uint8Array(2048).fill(1);

  /** Answers the newest request with a block. */
  async function answer(
    rig: BinaryRig,
    block: Partial<Block>,
    frame: Partial<CoapFrame> = {},
  ): Promise<void> {
    const { options = [TAG], ...rest } = frame;
    await rig.say({
      code: CONTENT,
      token: rig.sent().at(-1)?.token ?? new Uint8Array(0),
      options: [...options, encodeBlock(BLOCK2, { num: 0, more: true, szx: 7, ...block })],
      payload: CHUNK,
      ...rest,
    });
  }

  test('requests the next block by number, with path and query and without conditions', async () => {
    const rig = await openSettledRig();
    const request = rig.requests.request('GET', '/x', { query: { a: 1 }, etag: Uint8Array.of(9) });
    await rig.settle();
    await answer(rig, {});
    const numbers = rig
      .sent()
      .at(-1)
      ?.options.map(({ number }) => number);
    expect(numbers).toEqual([CoapOptionNumber.URI_PATH, CoapOptionNumber.URI_QUERY, BLOCK2]);
    expect(optionOf(rig.sent().at(-1)?.options ?? [], BLOCK2)).toEqual(
      encodeBlock(BLOCK2, { num: 2, more: false, szx: 7 }).value,
    );
    await answer(rig, { num: 2, more: false }, { payload: Uint8Array.of(7) });
    expect((await request).payload).toEqual(Uint8Array.of(...CHUNK, 7));
  });

  describe('if the device sends the total size', () => {
    const SIZED = { options: [TAG, uintOption(SIZE2, 9000)] };

    test('two blocks are requested at once, and none beyond the end', async () => {
      const rig = await openSettledRig();
      const request = rig.requests.request('GET', '/x');
      await rig.settle();
      await answer(rig, {}, SIZED);
      expect(asked(rig).slice(2)).toEqual([2, 4]);
      for (const num of [2, 4, 6]) await answer(rig, { num });
      expect(asked(rig).slice(2)).toEqual([2, 4, 6, 8]);
      await answer(rig, { num: 8, more: false }, { payload: new Uint8Array(808) });
      expect((await request).payload).toHaveLength(9000);
    });

    test('blocks that become smaller are requested again from there', async () => {
      const rig = await openSettledRig();
      const request = rig.requests.request('GET', '/x');
      await rig.settle();
      await answer(rig, {}, SIZED);
      await answer(rig, { num: 2 }, { payload: CHUNK.subarray(0, 1024) });
      await answer(rig, { num: 4 });
      expect(asked(rig).slice(2)).toEqual([2, 4, 3, 4]);
      for (const num of [3, 4, 5, 6, 7]) await answer(rig, { num }, { payload: CHUNK.subarray(0, 1024) });
      await answer(rig, { num: 8, more: false }, { payload: new Uint8Array(808) });
      expect((await request).payload).toHaveLength(9000);
    });
  });

  test.each<[string, Partial<Block>, Partial<CoapFrame>]>([
    ['another version', { num: 2, more: false }, { options: [{ number: ETAG, value: Uint8Array.of(2) }] }],
    ['no version', { num: 2, more: false }, { options: [] }],
    ['another status', { num: 2, more: false }, { code: 0x84 }],
    ['a block that is not next', { num: 3, more: false }, {}],
    ['the same block again', { num: 0, more: true }, {}],
    ['a block of no whole size', { num: 2, more: true }, { payload: new Uint8Array(1000) }],
    ['an empty block and more to come', { num: 2, more: true }, { payload: new Uint8Array(0) }],
  ])('%s', async (_name, block, frame) => {
    const rig = await openSettledRig();
    const request = errorOf(rig.requests.request('GET', '/x'));
    await rig.settle();
    await answer(rig, {});
    await answer(rig, block, frame);
    expect(await request).toMatchObject({
      code: 'ERR_PAYLOAD_FORMAT',
    });
  });

  test('refuses an answer beyond the memory limit', async () => {
    const rig = await openSettledRig();
    const request = errorOf(rig.requests.request('GET', '/x'));
    await rig.settle();
    await answer(rig, {}, { options: [TAG, uintOption(SIZE2, MAX_ANSWER_BYTES + 1)] });
    expect(await request).toMatchObject({
      code: 'ERR_MESSAGE_TOO_LARGE',
    });
    expect(rig.sent()).toHaveLength(2);
  });

  test('applies the time limit to each block', async () => {
    const rig = await openSettledRig();
    const request = errorOf(rig.requests.request('GET', '/x', { timeoutMs: 1000 }));
    await rig.settle();
    rig.clock.advance(999);
    await answer(rig, {});
    rig.clock.advance(999);
    await answer(rig, { num: 2 });
    rig.clock.advance(1000);
    expect(await request).toMatchObject({
      code: 'ERR_REQUEST_TIMEOUT',
    });
  });

  test('keeps the bytes of an answer and not the messages they came in', async () => {
    const rig = await openSettledRig();
    const request = rig.requests.request('GET', '/x');
    await rig.settle();
    await answer(rig, {});
    const token = rig.sent().at(-1)?.token ?? new Uint8Array(0);
    const options = [TAG, encodeBlock(BLOCK2, { num: 2, more: true, szx: 7 })];
    const data = encodeCoapFrame({ code: CONTENT, token, options, payload: CHUNK }).buffer;
    rig.channel.dispatchEvent(new MessageEvent('message', { data }));
    await rig.settle();
    new Uint8Array(data).fill(0);
    await answer(rig, { num: 4, more: false }, { payload: Uint8Array.of(7) });
    expect((await request).payload).toEqual(Uint8Array.of(...CHUNK, ...CHUNK, 7));
  });

  test('reads one notification at a time: a newer one cancels the older', async () => {
    const rig = await openSettledRig();
    const values = rig.requests.observe('/x');
    const first = values.next();
    await rig.settle();
    const token = rig.sent().at(-1)?.token ?? new Uint8Array(0);
    const notify = (version: number): Promise<void> =>
      answer(
        rig,
        {},
        { token, options: [{ number: ETAG, value: Uint8Array.of(version) }, uintOption(OBSERVE, version)] },
      );
    await notify(1);
    const older = rig.sent().at(-1)?.token;
    await notify(2);
    const sent = rig.sent().length;
    await answer(rig, { num: 2 }, older && { token: older });
    expect(rig.sent()).toHaveLength(sent);
    const newer = { options: [{ number: ETAG, value: Uint8Array.of(2) }], payload: Uint8Array.of(7) };
    await answer(rig, { num: 2, more: false }, newer);
    expect((await first).value?.payload).toEqual(Uint8Array.of(...CHUNK, 7));
    await values.return?.();
  });
});
