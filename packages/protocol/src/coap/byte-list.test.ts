/** @module Byte lists formatted and scanned without an array of numbers: the same text, the same value, the same refusals. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatByteList, scanByteList } from './byte-list.ts';
import { encodeRequest, encodeResponse } from './encode-coap.ts';
import { parseRequest } from './parse-request.ts';
import { parseResponse } from './parse-response.ts';

const EVERY_BYTE = Uint8Array.from({ length: 256 }, (_, byte) => byte);
const LIST = [...EVERY_BYTE].join(',');
const scan = (list: string): Uint8Array | undefined => scanByteList(`[${list}]`, 1, list.length + 1);

describe('formatByteList', () => {
  test.each([[[]], [[0]], [[255, 0]], [[...EVERY_BYTE]]])(
    'writes the same as JSON.stringify: %j',
    (bytes) => {
      expect(formatByteList(Uint8Array.from(bytes))).toBe(JSON.stringify(bytes));
    },
  );

  test('makes requests and responses identical to the output of JSON.stringify', () => {
    const body = { contentFormat: 60, payload: EVERY_BYTE };
    const head = { requestId: 'a"\u{7}é\ud800', method: 'PUT', path: '/x"\\' } as const;
    expect(encodeRequest({ ...head, ...body })).toBe(
      JSON.stringify({
        type: 0,
        ...head,
        contentType: 60,
        payload: { type: 'Buffer', data: [...EVERY_BYTE] },
      }),
    );
    expect(encodeResponse({ requestId: head.requestId, statusCode: 205, ...body })).toBe(
      JSON.stringify({
        contentType: 60,
        payload: [...EVERY_BYTE],
        requestId: head.requestId,
        statusCode: 205,
        type: 1,
      }),
    );
  });
});

describe('scanByteList', () => {
  test('reads every byte', () => {
    expect(scan(LIST)).toEqual(EVERY_BYTE);
  });

  test('leaves a short list to JSON.parse', () => {
    expect(scan('1,2')).toBeUndefined();
  });

  test.each([
    ['256', `${LIST},256`],
    ['999', `999,${LIST}`],
    ['four digits', `${LIST},2550`],
    ['a leading zero', `${LIST},01`],
    ['two zeros', `00,${LIST}`],
    ['a sign', `-1,${LIST}`],
    ['a fraction', `${LIST},1.5`],
    ['an exponent', `${LIST},1e1`],
    ['a space', `${LIST}, 1`],
    ['a text', `${LIST},"1"`],
    ['no number', `${LIST},,1`],
    ['a comma at the end', `${LIST},`],
    ['a comma at the beginning', `,${LIST}`],
    ['a list inside', `[${LIST}`],
  ])('left to JSON.parse: %s', (_, list) => {
    expect(scan(list)).toBeUndefined();
  });
});

// A space before or after is irrelevant to JSON but not part of the usual forms: JSON.parse reads the whole text.
const wholly = <T>(parse: (text: string) => T, text: string): T => parse(` ${text} `);

describe('reading a byte list apart is as strict as JSON.parse for', () => {
  const response = `{"contentType":60,"payload":[${LIST}],"requestId":"1","statusCode":205,"type":1}`;
  const request = `{"type":0,"requestId":"1","method":"PUT","path":"/x","contentType":60,"payload":{"type":"Buffer","data":[${LIST}]}}`;

  test.each([
    ['the usual answer', response],
    ['a byte too large', response.replace('[0,', '[256,')],
    ['a half byte', response.replace('[0,', '[0.5,')],
    ['a second payload after it', response.replace('"type":1', '"payload":[7],"type":1')],
    [
      'a second payload with an escaped key',
      response.replace('"type":1', String.raw`"p\u0061yload":[7],"type":1`),
    ],
    ['an escape elsewhere', response.replace('"1"', String.raw`"\u0031"`)],
    ['two lists closed', response.replace(']', ']]')],
    ['never closed', response.slice(0, -1)],
    ['something after it', `${response}x`],
    ['no list end', response.replace(']', '')],
    ['a content format out of range', response.replace('60', '99999')],
    ['a wrong status', response.replace('205', '"205"')],
  ])('an answer: %s', (_, text) => {
    expect(parseResponse(text)).toEqual(wholly(parseResponse, text));
  });

  test.each([
    ['the usual request', request],
    ['a byte too large', request.replace('[0,', '[256,')],
    ['the list of an object inside', request.replace('"path"', '"x":{"a":1').replace('"/x"', '2')],
    ['two payloads', request.replace('"path"', '"payload":{"type":"Buffer","data":[1]},"path"')],
    [
      'the form inside a text',
      request.replace('/x', String.raw`,\"payload\":{\"type\":\"Buffer\",\"data\":[1`),
    ],
    ['a text that ends before it', request.replace('"contentType":60,', '"a":"')],
    ['one brace too few', request.slice(0, -1)],
    ['one brace too many', `${request}}`],
    ['one object deeper', request.replace('"path":"/x"', '"path":"/x","deep":{"a":1').concat('}')],
  ])('a request: %s', (_, text) => {
    expect(parseRequest(text)).toEqual(wholly(parseRequest, text));
  });

  test('a text of one mebibyte is refused, whatever it contains', () => {
    const list = '1,'.repeat(512 * 1024);
    expect(parseResponse(response.replace('[0,', `[${list}`))).toMatchObject({ ok: false });
    expect(parseRequest(request.replace('[0,', `[${list}`))).toMatchObject({ ok: false, ignore: true });
  });

  test('any mutation of the usual forms of a message', () => {
    const place = fc.nat(response.length);
    const change = fc.record({ at: place, cut: fc.nat(3), text: fc.oneof(fc.string(), fc.json()) });
    fc.assert(
      fc.property(
        fc.constantFrom(request, response),
        fc.array(change, { maxLength: 3 }),
        (usual, changes) => {
          const text = changes.reduce(
            (whole, { at, cut, text: added }) => whole.slice(0, at) + added + whole.slice(at + cut),
            usual,
          );
          expect(parseResponse(text)).toEqual(wholly(parseResponse, text));
          expect(parseRequest(text)).toEqual(wholly(parseRequest, text));
        },
      ),
    );
  });
});
