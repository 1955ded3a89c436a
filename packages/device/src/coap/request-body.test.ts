/** @module What a route with a body schema takes, and what it answers to everything else. */
import { ContentFormat, utf8Encode, type CborValue } from '@longwire/protocol';
import { encodeCbor } from '@longwire/protocol/cbor';
import * as fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test, vi } from 'vitest';
import { setUpRoutes } from './app-routes.fixture.ts';
import type { BodySchema } from './request-body.ts';

const Light = v.object({ isOn: v.boolean(), scene: v.optional(v.object({ colours: v.array(v.string()) })) });
const { json, cbor, text } = ContentFormat;

function lights(schema: BodySchema<unknown> = Light) {
  const parts = setUpRoutes();
  const handler = vi.fn<(body: unknown) => unknown>((body) => body);
  parts.routes.add('PUT', '/light', ({ body }) => handler(body), { body: schema });
  const put = (payload: Uint8Array | undefined, contentFormat?: number) =>
    parts.ask('PUT', '/light', { payload, contentFormat });
  return { ...parts, handler, put };
}

const asJson = (value: unknown): Uint8Array => utf8Encode(JSON.stringify(value));

const isKnown = (name: string): Promise<boolean> => Promise.resolve(name === 'gate');

const schemaOf = (validate: () => { value: unknown } | Promise<never>): BodySchema<unknown> => ({
  '~standard': { version: 1, vendor: 'test', validate },
});

const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));

function nestedCbor(levels: number): Uint8Array {
  let value: CborValue = [];
  for (let level = 1; level < levels; level += 1) value = [value];
  return encodeCbor(value);
}

test('JSON and CBOR of the right shape reach the handler, typed', async () => {
  const { handler, put } = lights();
  expect(await put(asJson({ isOn: true }), json)).toMatchObject({ status: 205 });
  expect(await put(encodeCbor({ isOn: false, extra: 1 }), cbor)).toMatchObject({ status: 205 });
  expect(handler.mock.calls).toEqual([[{ isOn: true }], [{ isOn: false }]]);
});

test('what the schema makes of the body is the body', async () => {
  const { handler, put } = lights(v.pipe(v.string(), v.transform(Number)));
  await put(asJson('21'), json);
  expect(handler).toHaveBeenCalledWith(21);
});

test('a schema that needs time has it', async () => {
  const { handler, put } = lights(v.pipeAsync(v.string(), v.checkAsync(isKnown)));
  expect(await put(asJson('gate'), json)).toMatchObject({ status: 205 });
  expect(await put(asJson('door'), json)).toEqual({ status: 400, text: 'body of the wrong shape' });
  expect(handler).toHaveBeenCalledTimes(1);
});

describe('is refused and never reaches the handler', () => {
  const refusals: readonly [string, Uint8Array | undefined, number | undefined, number, string][] = [
    ['no body', undefined, undefined, 400, 'a body is missing'],
    ['no body, but a format', new Uint8Array(0), json, 400, 'a body is missing'],
    ['text', utf8Encode('true'), text, 415, 'JSON or CBOR expected'],
    ['bytes', utf8Encode('{}'), ContentFormat.octetStream, 415, 'JSON or CBOR expected'],
    ['a format that nobody knows', utf8Encode('{}'), 12_345, 415, 'JSON or CBOR expected'],
    ['no format, which is text', utf8Encode('{"isOn":true}'), undefined, 415, 'JSON or CBOR expected'],
    ['half a JSON', utf8Encode('{"isOn":'), json, 400, 'body expected to be JSON'],
    ['half a CBOR', encodeCbor({ isOn: true }).slice(0, 3), cbor, 400, 'body expected to be CBOR'],
    ['JSON that says it is CBOR', asJson({ isOn: true }), cbor, 400, 'body expected to be CBOR'],
    ['another type', asJson({ isOn: 'hunter2' }), json, 400, 'body with a wrong isOn'],
    ['a field that is missing', asJson({}), json, 400, 'body with a wrong isOn'],
    [
      'a wrong place deep down',
      asJson({ isOn: true, scene: { colours: ['red', 5] } }),
      json,
      400,
      'body with a wrong scene.colours.1',
    ],
    ['another shape', asJson(5), json, 400, 'body of the wrong shape'],
    [
      'a prototype',
      utf8Encode('{"isOn":true,"__proto__":{"isAdmin":true}}'),
      json,
      400,
      'body nested too deeply, or with a key that is not allowed',
    ],
  ];
  test.each(refusals)('%s', async (_, payload, contentFormat, status, words) => {
    const { handler, put } = lights();
    expect(await put(payload, contentFormat)).toEqual({ status, text: words });
    expect(handler).not.toHaveBeenCalled();
  });
});

describe('nesting', () => {
  test('of 32 levels is read, of 33 is refused, in JSON as in CBOR', async () => {
    const { put } = lights(v.unknown());
    expect(await put(asJson(nested(32)), json)).toMatchObject({ status: 205 });
    expect(await put(asJson(nested(33)), json)).toMatchObject({ status: 400 });
    expect(await put(nestedCbor(32), cbor)).toMatchObject({ status: 205 });
    expect(await put(nestedCbor(33), cbor)).toMatchObject({ status: 400 });
  });

  test('as deep as a message allows is refused, and a schema that calls itself never sees it', async () => {
    const validate = vi.fn<() => { value: unknown }>();
    const { put } = lights(schemaOf(validate));
    const levels = 60_000;
    expect(await put(utf8Encode('['.repeat(levels) + ']'.repeat(levels)), json)).toMatchObject({
      status: 400,
    });
    expect(validate).not.toHaveBeenCalled();
  });
});

test('the words of an answer hold no value, and of a client’s own keys only plain names', async () => {
  const { put } = lights(v.record(v.string(), v.record(v.string(), v.number())));
  const answer = await put(asJson({ 'a key\r\nwith <b>': { x: 'hunter2' } }), json);
  expect(answer).toEqual({ status: 400, text: 'body with a wrong ?.x' });
});

test('a place that is far down is named with its beginning', async () => {
  let schema: v.GenericSchema = v.number();
  let value: unknown = 'wrong';
  for (let level = 0; level < 12; level += 1) {
    schema = v.object({ level: schema });
    value = { level: value };
  }
  const { put } = lights(schema);
  const place = Array.from({ length: 8 }, () => 'level').join('.');
  expect(await put(asJson(value), json)).toEqual({ status: 400, text: `body with a wrong ${place}…` });
});

test('a schema that throws, at once or later, is a 500 without words', async () => {
  const throwing = schemaOf(() => {
    throw new Error('hunter2');
  });
  expect(await lights(throwing).put(asJson(1), json)).toEqual({ status: 500, text: 'Internal error' });
  const rejecting = schemaOf(() => Promise.reject(new Error('hunter2')));
  expect(await lights(rejecting).put(asJson(1), json)).toEqual({ status: 500, text: 'Internal error' });
});

test('any payload in any format is an answer, and only what the schema takes reaches the handler', async () => {
  const payloads = fc.oneof(
    fc.uint8Array(),
    fc.json().map(utf8Encode),
    fc.record({ isOn: fc.oneof(fc.boolean(), fc.string()) }).map(asJson),
  );
  const formats = fc.oneof(fc.constantFrom(json, cbor, text), fc.nat(65_535));
  await fc.assert(
    fc.asyncProperty(payloads, formats, async (payload, format) => {
      const { handler, put } = lights();
      const { status, text: words } = await put(payload, format);
      expect([205, 400, 415]).toContain(status);
      expect(words.length).toBeLessThan(500);
      expect(handler).toHaveBeenCalledTimes(status === 205 ? 1 : 0);
      for (const [body] of handler.mock.calls) expect(v.is(Light, body)).toBe(true);
    }),
  );
});
