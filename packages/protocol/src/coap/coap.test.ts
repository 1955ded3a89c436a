/** @module Requests and responses in the JSON framing, both ways. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { utf8Encode } from '../bytes/utf8.ts';
import type { CoapRequest, CoapResponse } from './coap-message.ts';
import { ContentFormat } from './content-format.ts';
import { encodeErrorResponse, encodeRequest, encodeResponse } from './encode-coap.ts';
import { METHODS } from './method.ts';
import { parseRequest } from './parse-request.ts';
import { parseResponse } from './parse-response.ts';

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);
const request = (fields: object): string =>
  JSON.stringify({ type: 0, requestId: '1', method: 'GET', path: '/x', ...fields });
const response = (fields: object): string =>
  JSON.stringify({ type: 1, requestId: '1', statusCode: 205, ...fields });

// SPEC.md section 9: one row per content format
test.each([
  ['text', 0],
  ['linkFormat', 40],
  ['xml', 41],
  ['octetStream', 42],
  ['json', 50],
  ['cbor', 60],
] as const)('content format %s is %i', (name, number) => {
  expect(ContentFormat[name]).toBe(number);
});

describe('requests of the JSON framing', () => {
  test('have no content type without a payload', () => {
    const text = encodeRequest({ requestId: '1', method: 'GET', path: '/iam/me', contentFormat: 60 });
    expect(JSON.parse(text)).toEqual({ type: 0, requestId: '1', method: 'GET', path: '/iam/me' });
  });

  test('have a content type and the Buffer form with a payload', () => {
    const text = encodeRequest({
      requestId: '1',
      method: 'PUT',
      path: '/x',
      contentFormat: 60,
      payload: bytes(1, 255),
    });
    expect(JSON.parse(text)).toEqual({
      type: 0,
      requestId: '1',
      method: 'PUT',
      path: '/x',
      contentType: 60,
      payload: { type: 'Buffer', data: [1, 255] },
    });
  });

  const base = { requestId: '1', method: 'GET', path: '/x' } as const;
  const rows: [string, object, CoapRequest][] = [
    ['unknown keys', { x: { y: 1 } }, base],
    ['a null payload', { payload: null, contentType: null }, base],
    ['an empty payload has no format', { payload: { type: 'Buffer', data: [] }, contentType: 60 }, base],
    ['a format without a payload is dropped', { contentType: 60 }, base],
    [
      'a payload without a format is text',
      { payload: { data: [1] } },
      { ...base, contentFormat: 0, payload: bytes(1) },
    ],
    [
      'a payload as a list',
      { payload: [1], contentType: 42 },
      { ...base, contentFormat: 42, payload: bytes(1) },
    ],
    ['an empty object for a payload', { payload: {}, contentType: 60 }, base],
    ['a path without a slash', { path: 'no slash' }, { ...base, path: 'no slash' }],
  ];
  test.each(rows)('are parsed: %s', (_, fields, value) => {
    expect(parseRequest(request(fields))).toEqual({ ok: true, value });
  });

  const errors: [string, object, string, string][] = [
    ['an unknown method', { method: 'PATCH' }, '1', 'Invalid method'],
    ['a method in lower case', { method: 'get' }, '1', 'Invalid method'],
    ['no method', { method: undefined }, '1', 'Invalid method'],
    ['a method that is an object', { method: {} }, '1', 'Invalid method'],
    ['no path', { path: undefined }, '1', 'Invalid path'],
    ['a path that is a list', { path: ['/x'] }, '1', 'Invalid path'],
    ['no request id', { requestId: undefined }, '', 'Invalid request id'],
    ['a request id that is a number', { requestId: 7 }, '', 'Invalid request id'],
    ['a payload that is text', { payload: 'x' }, '1', 'Invalid payload'],
    ['a payload without data', { payload: { type: 'Buffer' } }, '1', 'Invalid payload'],
    ['a byte of 256', { payload: [256] }, '1', 'Invalid payload'],
    ['a byte of -1', { payload: [-1] }, '1', 'Invalid payload'],
    ['half a byte', { payload: [0.5] }, '1', 'Invalid payload'],
    ['a byte that is null', { payload: [null] }, '1', 'Invalid payload'],
    ['a content type that is text', { payload: [1], contentType: 'cbor' }, '1', 'Invalid content type'],
    ['a content type out of range', { payload: [1], contentType: 65_536 }, '1', 'Invalid content type'],
  ];
  test.each(errors)('are answered with an error: %s', (_, fields, requestId, error) => {
    const statusCode = error === 'Invalid method' ? 405 : 400;
    expect(parseRequest(request(fields))).toEqual({ ok: false, requestId, statusCode, error });
  });

  test.each([
    ['no JSON', '{'],
    ['a list', '[]'],
    ['an empty object', '{}'],
    ['a response', response({})],
    ['another type', request({ type: 2 })],
    ['a text of a mebibyte', request({ x: 'x'.repeat(1024 * 1024) })],
    ['a deep nest', '['.repeat(100_000)],
  ])('ignored: %s', (_, text) => {
    expect(parseRequest(text)).toMatchObject({ ok: false, ignore: true });
  });
});

describe('responses of the JSON framing', () => {
  test('are written as by deployed devices: every key, in alphabetical order', () => {
    expect(encodeResponse({ requestId: '1', statusCode: 204 })).toBe(
      '{"contentType":0,"payload":[],"requestId":"1","statusCode":204,"type":1}',
    );
    expect(encodeResponse({ requestId: '1', statusCode: 205, contentFormat: 60, payload: bytes(1, 2) })).toBe(
      '{"contentType":60,"payload":[1,2],"requestId":"1","statusCode":205,"type":1}',
    );
    expect(encodeErrorResponse({ requestId: '1', statusCode: 405, error: 'No "x"' })).toBe(
      '{"contentType":0,"error":"No \\"x\\"","payload":[78,111,32,34,120,34],"requestId":"1","statusCode":405,"type":1}',
    );
  });

  const base = { requestId: '1', statusCode: 205 };
  const rows: [string, object, CoapResponse | { requestId: string; error: string }][] = [
    ['neither payload nor format', {}, base],
    ['the empty form of deployed devices', { contentType: 0, payload: [] }, base],
    ['an empty CBOR payload', { contentType: 60, payload: [] }, base],
    ['an empty Buffer', { contentType: 60, payload: { type: 'Buffer', data: [] } }, base],
    [
      'a payload as a list',
      { contentType: 60, payload: [246] },
      { ...base, contentFormat: 60, payload: bytes(246) },
    ],
    [
      'a payload in its Buffer form',
      { contentType: 50, payload: { type: 'Buffer', data: [123] } },
      { ...base, contentFormat: 50, payload: bytes(123) },
    ],
    ['a payload without a format', { payload: [1] }, { ...base, payload: bytes(1) }],
    ['a format of the wrong type', { contentType: 'x', payload: [1] }, { ...base, payload: bytes(1) }],
    [
      'an error',
      { statusCode: undefined, error: 'Invalid method' },
      { requestId: '1', error: 'Invalid method' },
    ],
    ['an empty error', { statusCode: null, error: '' }, { requestId: '1', error: '' }],
    ['a status beside an error', { error: 'x' }, base],
  ];
  test.each(rows)('are parsed: %s', (_, fields, value) => {
    expect(parseResponse(response(fields))).toEqual({ ok: true, value });
  });

  const failures: [string, string, object][] = [
    ['no JSON', '{', { reason: 'not JSON' }],
    ['a request', request({}), { reason: 'not a response' }],
    ['no request id', response({ requestId: 1 }), { reason: 'response with a wrong requestId' }],
    [
      'a status in text',
      response({ statusCode: '205' }),
      { reason: 'response with a wrong statusCode', requestId: '1' },
    ],
    [
      'a status of 2.05',
      response({ statusCode: 2.05 }),
      { reason: 'response with a wrong statusCode', requestId: '1' },
    ],
    [
      'a status of 1000',
      response({ statusCode: 1000 }),
      { reason: 'response with a wrong statusCode', requestId: '1' },
    ],
    [
      'neither a status nor an error',
      response({ statusCode: undefined }),
      { reason: 'response with a wrong statusCode', requestId: '1' },
    ],
    [
      'a payload in text',
      response({ payload: 'x' }),
      { reason: 'response with a wrong payload', requestId: '1' },
    ],
  ];
  test.each(failures)('are reported, not thrown: %s', (_, text, failure) => {
    expect(parseResponse(text)).toEqual({ ok: false, ...failure });
  });
});

describe('round trips of the JSON framing', () => {
  const text = fc.string({ unit: 'binary', maxLength: 20 });
  const body = fc.option(
    fc.record({ contentFormat: fc.nat(65_535), payload: fc.uint8Array({ minLength: 1, maxLength: 100 }) }),
  );

  test('parseRequest reverses encodeRequest', () => {
    const head = fc.record({ requestId: text, method: fc.constantFrom(...METHODS), path: text });
    fc.assert(
      fc.property(head, body, (head, body) => {
        const value = { ...head, ...body };
        expect(parseRequest(encodeRequest(value))).toEqual({ ok: true, value });
      }),
    );
  });

  test('parseResponse reverses encodeResponse and encodeErrorResponse', () => {
    const head = fc.record({ requestId: text, statusCode: fc.integer({ min: 100, max: 999 }) });
    fc.assert(
      fc.property(head, body, text, (head, body, error) => {
        const value = { ...head, ...body };
        expect(parseResponse(encodeResponse(value))).toEqual({ ok: true, value });
        const words = utf8Encode(error);
        const refusal = words.length === 0 ? head : { ...head, contentFormat: 0, payload: words };
        expect(parseResponse(encodeErrorResponse({ ...head, error }))).toEqual({ ok: true, value: refusal });
      }),
    );
  });

  test('parsing returns a value, an error to answer with or a reason for any text and any JSON in any field', () => {
    const fields = fc.record(
      {
        type: fc.constantFrom(0, 1),
        requestId: fc.oneof(text, fc.jsonValue()),
        method: fc.oneof(fc.constant('GET'), fc.jsonValue()),
        path: fc.oneof(text, fc.jsonValue()),
        statusCode: fc.oneof(fc.constant(205), fc.jsonValue()),
        payload: fc.oneof(fc.array(fc.nat(300)), fc.jsonValue()),
        contentType: fc.jsonValue(),
        error: fc.jsonValue(),
      },
      { requiredKeys: ['type'] },
    );
    const wire = fc.oneof(
      text,
      fc.json(),
      fields.map((value) => JSON.stringify(value)),
    );
    fc.assert(
      fc.property(wire, (wire) => {
        expect(typeof parseRequest(wire).ok).toBe('boolean');
        expect(typeof parseResponse(wire).ok).toBe('boolean');
      }),
    );
  });
});
