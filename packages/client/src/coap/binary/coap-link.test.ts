/** @module The binary channel: settings, tokens, signals, and a device that breaks the rules (RFC 8323, RFC 7252). */
import {
  CoapCode,
  CoapOptionNumber,
  EdgeError,
  optionOf,
  parseCsm,
  uintOption,
  utf8Encode,
  type CoapFrame,
  type CoapOption,
} from '@longwire/protocol';
import { describe, expect, test } from 'vitest';
import { errorOf } from '../../error-of.fixture.ts';
import type { RequestOptions } from '../../request/request-options.ts';
import { openRig, openSettledRig, type BinaryRig } from './binary-rig.fixture.ts';
import { PING_INTERVAL_MS } from './keep-alive.ts';

const CONTENT = 0x45;
const option = (number: number, text: string): CoapOption => ({ number, value: utf8Encode(text) });
const answer = (rig: BinaryRig, frame: Partial<CoapFrame> = {}): Promise<void> =>
  rig.say({ code: CONTENT, token: rig.sent().at(-1)?.token ?? new Uint8Array(0), ...frame });
const codesOf = (rig: BinaryRig): number[] => rig.sent().map(({ code }) => code);

describe('the start of the binary channel', () => {
  test('the client sends a CSM first: messages of 256 KiB, block-wise', async () => {
    const [csm] = (await openRig()).sent();
    expect(csm?.code).toBe(CoapCode.CSM);
    expect(parseCsm(csm?.options ?? [])).toEqual({
      ok: true,
      value: { maxMessageSize: 262_144, isBlockWise: true },
    });
  });

  test('a small request does not wait for the other side’s CSM, one above 1152 bytes does', async () => {
    const rig = await openRig();
    const large = rig.requests.request('POST', '/x', { payload: new Uint8Array(2000) });
    const small = rig.requests.request('GET', '/x');
    await rig.settle();
    expect(codesOf(rig)).toEqual([CoapCode.CSM, CoapCode.GET]);
    await rig.say({ code: CoapCode.CSM, options: [uintOption(2, 4096)] });
    expect(codesOf(rig)).toEqual([CoapCode.CSM, CoapCode.GET, CoapCode.POST]);
    rig.requests.close(new EdgeError('ERR_CONNECTION_CLOSED', 'closed'));
    await Promise.allSettled([large, small]);
  });

  test('a large request waiting when the channel closes is rejected as not sent', async () => {
    const rig = await openRig();
    const large = rig.requests.request('POST', '/x', { payload: new Uint8Array(2000) });
    await rig.settle();
    rig.requests.close(new EdgeError('ERR_CONNECTION_CLOSED', 'closed'));
    await expect(large).rejects.toMatchObject({ code: 'ERR_CONNECTION_CLOSED', wasSent: false });
    expect([rig.clock.pending, rig.channel.listenerCount]).toEqual([0, 0]);
  });

  test('any message before the CSM aborts the exchange', async () => {
    const rig = await openRig();
    await rig.say({ code: CoapCode.PING });
    expect([codesOf(rig).at(-1), rig.lost]).toEqual([CoapCode.ABORT, ['lost']]);
  });

  test('a CSM with an unknown critical option aborts the exchange and names the option', async () => {
    const rig = await openRig();
    await rig.say({ code: CoapCode.CSM, options: [uintOption(9, 1)] });
    const abort = rig.sent().at(-1);
    expect([abort?.code, optionOf(abort?.options ?? [], 2)]).toEqual([CoapCode.ABORT, Uint8Array.of(9)]);
  });

  test('a request too large for a device without block-wise transfer is refused', async () => {
    const rig = await openSettledRig({ maxMessageSize: 2000, isBlockWise: false });
    const request = rig.requests.request('POST', '/x', { payload: new Uint8Array(2000) });
    await expect(request).rejects.toMatchObject({ code: 'ERR_MESSAGE_TOO_LARGE' });
  });
});

describe('a binary request', () => {
  const { IF_MATCH, ETAG, IF_NONE_MATCH, URI_PATH, CONTENT_FORMAT, URI_QUERY, ACCEPT } = CoapOptionNumber;
  test.each<[string, RequestOptions, CoapOption[]]>([
    ['nothing more', {}, []],
    ['query', { query: { x: 1, y: 'a b' } }, [option(URI_QUERY, 'x=1'), option(URI_QUERY, 'y=a b')]],
    ['etag', { etag: Uint8Array.of(7) }, [{ number: ETAG, value: Uint8Array.of(7) }]],
    ['ifMatch', { ifMatch: new Uint8Array(0) }, [{ number: IF_MATCH, value: new Uint8Array(0) }]],
    ['ifNoneMatch', { ifNoneMatch: true }, [{ number: IF_NONE_MATCH, value: new Uint8Array(0) }]],
    ['ifNoneMatch: false', { ifNoneMatch: false }, []],
    ['accept', { accept: 60 }, [{ number: ACCEPT, value: Uint8Array.of(60) }]],
    ['text', { payload: 'x' }, [{ number: CONTENT_FORMAT, value: new Uint8Array(0) }]],
    ['no payload, no format', { payload: '', contentFormat: 60 }, []],
  ])('%s', async (_name, options, expected) => {
    const rig = await openSettledRig();
    const response = rig.requests.request('PUT', '/a/b', options);
    await rig.settle();
    const path = [option(URI_PATH, 'a'), option(URI_PATH, 'b')];
    const sorted = [...path, ...expected].toSorted((one, other) => one.number - other.number);
    expect(rig.sent().at(-1)).toMatchObject({ code: CoapCode.PUT, options: sorted });
    await answer(rig);
    expect((await response).statusCode).toBe(205);
  });

  test('has its own token, so answers may arrive in any order', async () => {
    const rig = await openSettledRig();
    const both = Promise.all([rig.requests.request('GET', '/a'), rig.requests.request('GET', '/b')]);
    await rig.settle();
    const [, one, two] = rig.sent();
    await rig.say({ code: CONTENT, token: two?.token ?? new Uint8Array(0), payload: utf8Encode('b') });
    await rig.say({ code: 0x44, token: one?.token ?? new Uint8Array(0) });
    expect((await both).map(({ statusCode }) => statusCode)).toEqual([204, 205]);
  });
});

describe('a binary answer', () => {
  test.each<[string, Partial<CoapFrame>, object]>([
    ['nothing but a status', { code: 0x44 }, { statusCode: 204 }],
    [
      'payload, format and version',
      {
        options: [
          { number: 4, value: Uint8Array.of(1, 2) },
          { number: 12, value: Uint8Array.of(60) },
        ],
        payload: Uint8Array.of(246),
      },
      { statusCode: 205, contentFormat: 60, payload: Uint8Array.of(246), etag: Uint8Array.of(1, 2) },
    ],
    [
      'a diagnostic text',
      { code: 0x84, payload: utf8Encode('no such thing') },
      { statusCode: 404, contentFormat: 0, payload: utf8Encode('no such thing') },
    ],
  ])('%s', async (_name, frame, expected) => {
    const rig = await openSettledRig();
    const response = rig.requests.request('GET', '/x');
    await rig.settle();
    await answer(rig, frame);
    expect(await response).toMatchObject(expected);
  });

  test('with an unknown critical option is ignored and fails its request at once', async () => {
    const rig = await openSettledRig();
    const response = errorOf(rig.requests.request('GET', '/x'));
    await rig.settle();
    await answer(rig, { options: [uintOption(9, 1)] });
    expect(await response).toMatchObject({
      code: 'ERR_PAYLOAD_FORMAT',
    });
    expect(rig.logged).toEqual(['coap.ignored']);
  });

  test('with an unknown elective option is accepted', async () => {
    const rig = await openSettledRig();
    const response = rig.requests.request('GET', '/x');
    await rig.settle();
    await answer(rig, { options: [uintOption(14, 60)] });
    expect((await response).statusCode).toBe(205);
  });

  test.each([
    ['a token that was never assigned', Uint8Array.of(99)],
    ['no token', new Uint8Array(0)],
    ['a token with a leading zero', Uint8Array.of(0, 1)],
  ])('an answer to no open request is ignored and logged: %s', async (_name, token) => {
    const rig = await openSettledRig();
    const response = rig.requests.request('GET', '/x');
    await rig.settle();
    await rig.say({ code: CONTENT, token });
    expect(rig.logged).toEqual(['coap.ignored']);
    await answer(rig);
    expect((await response).statusCode).toBe(205);
  });

  test('an empty message and a request to us are ignored and logged', async () => {
    const rig = await openSettledRig();
    await rig.say({ code: 0 });
    await rig.say({ code: CoapCode.GET, token: Uint8Array.of(1) });
    expect([rig.logged, rig.lost]).toEqual([['coap.ignored', 'coap.ignored'], []]);
  });

  test.each([
    ['text', '{"type":1}'],
    ['no CoAP message', new Uint8Array([0xff, 1]).buffer],
  ])('%s aborts, and what was open may have been done', async (_name, data) => {
    const rig = await openSettledRig();
    const response = errorOf(rig.requests.request('GET', '/x'));
    await rig.settle();
    rig.channel.receive(data);
    expect(await response).toMatchObject({
      code: 'ERR_CHANNEL_CLOSED',
      wasSent: true,
    });
    expect([codesOf(rig).at(-1), rig.lost]).toEqual([CoapCode.ABORT, ['lost']]);
  });
});

describe('signals', () => {
  test('a Ping is answered with its token', async () => {
    const rig = await openSettledRig();
    await rig.say({ code: CoapCode.PING, token: Uint8Array.of(4, 2) });
    expect(rig.sent().at(-1)).toMatchObject({ code: CoapCode.PONG, token: Uint8Array.of(4, 2) });
  });

  test('a silent device is pinged, and counts as gone after two unanswered Pings', async () => {
    const rig = await openSettledRig();
    rig.clock.advance(PING_INTERVAL_MS);
    expect(codesOf(rig)).toEqual([CoapCode.CSM]);
    rig.clock.advance(PING_INTERVAL_MS);
    await rig.say({ code: CoapCode.PONG });
    rig.clock.advance(3 * PING_INTERVAL_MS);
    expect(codesOf(rig)).toEqual([CoapCode.CSM, CoapCode.PING, CoapCode.PING, CoapCode.PING]);
    expect(rig.lost).toEqual([]);
    rig.clock.advance(PING_INTERVAL_MS);
    expect([rig.lost, rig.clock.pending]).toEqual([['lost'], 0]);
  });

  test('a deregistration that is never answered does not keep a released exchange', async () => {
    const rig = await openSettledRig();
    const values = rig.requests.observe('/x');
    const first = values.next();
    await rig.settle();
    await answer(rig, { options: [uintOption(CoapOptionNumber.OBSERVE, 1)] });
    await first;
    await values.return?.();
    await rig.settle();
    expect(rig.lost).toEqual([]);
    await rig.say({ code: CoapCode.RELEASE });
    expect(rig.lost).toEqual(['lost']);
  });

  test('after Release open requests are answered, new ones refused, then the channel is lost', async () => {
    const rig = await openSettledRig();
    const open = rig.requests.request('GET', '/x');
    await rig.settle();
    await rig.say({ code: CoapCode.RELEASE });
    await expect(rig.requests.request('GET', '/y')).rejects.toMatchObject({ wasSent: false });
    expect(rig.lost).toEqual([]);
    await answer(rig);
    expect((await open).statusCode).toBe(205);
    expect(rig.lost).toEqual(['lost']);
  });

  test('Abort rejects everything with the device’s diagnostic', async () => {
    const rig = await openSettledRig();
    const open = errorOf(rig.requests.request('GET', '/x'));
    await rig.settle();
    await rig.say({ code: CoapCode.ABORT, payload: utf8Encode('enough') });
    expect(await open).toMatchObject({
      message: 'device aborted the exchange: enough',
      wasSent: true,
    });
    expect(rig.lost).toEqual(['lost']);
  });

  test('a signal with an unknown critical option aborts the exchange', async () => {
    const rig = await openSettledRig();
    await rig.say({ code: CoapCode.PING, options: [uintOption(9, 1)] });
    expect(codesOf(rig).at(-1)).toBe(CoapCode.ABORT);
  });

  test('close() releases the exchange, rejects what is open and leaves nothing behind', async () => {
    const rig = await openSettledRig();
    const open = errorOf(rig.requests.request('GET', '/x'));
    await rig.settle();
    rig.requests.close(new EdgeError('ERR_CONNECTION_CLOSED', 'closed'));
    expect(await open).toMatchObject({
      code: 'ERR_CONNECTION_CLOSED',
      wasSent: true,
    });
    expect(codesOf(rig).at(-1)).toBe(CoapCode.RELEASE);
    expect([rig.clock.pending, rig.channel.listenerCount, rig.lost]).toEqual([0, 0, []]);
  });
});
