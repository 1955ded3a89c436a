/** @module Reading a payload as what it may be. */
import { utf8Encode } from '@longwire/protocol';
import { encodeCbor } from '@longwire/protocol/cbor';
import { describe, expect, test } from 'vitest';
import { diagnosticOf } from './diagnostic.ts';
import { makeResponse } from './device-response.ts';

const of = (payload: Uint8Array): ReturnType<typeof makeResponse> =>
  makeResponse({ statusCode: 205, payload });

describe('payload', () => {
  test('text, with what is not UTF-8 replaced', () => {
    expect([of(utf8Encode('hé')).text(), of(new Uint8Array([0xff])).text()]).toEqual(['hé', '\u{fffd}']);
  });

  test('JSON', () => {
    expect(of(utf8Encode('{"a":1}')).json()).toEqual({ a: 1 });
  });

  test('CBOR', async () => {
    expect(await of(encodeCbor({ a: [1, 'b'] })).cbor()).toEqual({ a: [1, 'b'] });
  });
});

describe('no payload', () => {
  const empty = makeResponse({ statusCode: 204 });

  test('text is empty, JSON and CBOR throw', async () => {
    expect(empty.text()).toBe('');
    expect(() => empty.json()).toThrow(expect.objectContaining({ code: 'ERR_PAYLOAD_FORMAT' }));
    await expect(empty.cbor()).rejects.toMatchObject({ code: 'ERR_PAYLOAD_FORMAT' });
  });
});

test('what is not JSON is not quoted', () => {
  expect(() => of(utf8Encode('secret-words')).json()).toThrow(
    expect.objectContaining({ code: 'ERR_PAYLOAD_FORMAT', message: expect.not.stringContaining('secret') }),
  );
});

test('what is not CBOR', async () => {
  await expect(of(new Uint8Array([0x5f])).cbor()).rejects.toMatchObject({ code: 'ERR_CBOR' });
});

describe('diagnostic', () => {
  const payload = utf8Encode('Access Denied');

  test.each([
    ['text on an error status', { statusCode: 403, contentFormat: 0, payload }, 'Access Denied'],
    ['text on a success', { statusCode: 205, contentFormat: 0, payload }, undefined],
    ['another format', { statusCode: 403, contentFormat: 60, payload }, undefined],
    ['nothing', { statusCode: 403 }, undefined],
  ])('%s', (_name, answer, expected) => {
    expect(diagnosticOf(makeResponse(answer))).toBe(expected);
  });
});
