/** @module What a route with a body schema accepts, and how it answers anything else. */
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

test('JSON and CBOR that match the schema reach the handler, typed', async () => {
  const { handler, put } = lights();
  expect(await put(asJson({ isOn: true }), json)).toMatchObject({ status: 205 });
  expect(await put(encodeCbor({ isOn: false, extra: 1 }), cbor)).toMatchObject({ status: 205 });
  expect(handler.mock.calls).toEqual([[{ isOn: true }], [{ isOn: false }]]);
});

test('the handler gets the body as the schema returns it', async () => {
  const { handler, put } = lights(v.pipe(v.string(), v.transform(Number)));
  await put(asJson('21'), json);
  expect(handler).toHaveBeenCalledWith(21);
});

test('an asynchronous schema is awaited', async () => {
  const { handler, put } = lights(v.pipeAsync(v.string(), v.checkAsync(isKnown)));
  expect(await put(asJson('gate'), json)).toMatchObject({ status: 205 });
  expect(await put(asJson('door'), json)).toEqual({ status: 400, text: 'body of the wrong shape' });
  expect(handler).toHaveBeenCalledTimes(1);
});

describe('a body that is refused before the handler', () => {
  const refusals: readonly [string, Uint8Array | undefined, number | undefined, number, string][] = [
    ['absent', undefined, undefined, 400, 'a body is missing'],
    ['empty, with a content format', new Uint8Array(0), json, 400, 'a body is missing'],
    ['text', utf8Encode('true'), text, 415, 'JSON or CBOR expected'],
    ['bytes', utf8Encode('{}'), ContentFormat.octetStream, 415, 'JSON or CBOR expected'],
    ['an unknown content format', utf8Encode('{}'), 12_345, 415, 'JSON or CBOR expected'],
    ['no format, which is text', utf8Encode('{"isOn":true}'), undefined, 415, 'JSON or CBOR expected'],
    ['half a JSON', utf8Encode('{"isOn":'), json, 400, 'body is not valid JSON'],
    ['half a CBOR', encodeCbor({ isOn: true }).slice(0, 3), cbor, 400, 'body is not valid CBOR'],
    ['JSON labelled as CBOR', asJson({ isOn: true }), cbor, 400, 'body is not valid CBOR'],
    ['another type', asJson({ isOn: 'hunter2' }), json, 400, 'body with a wrong isOn'],
    ['a field that is missing', asJson({}), json, 400, 'body with a wrong isOn'],
    [
      'a wrong value deep inside',
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

describe('the nesting of a body', () => {
  test('may have 32 levels but not 33, in JSON and in CBOR', async () => {
    const { put } = lights(v.unknown());
    expect(await put(asJson(nested(32)), json)).toMatchObject({ status: 205 });
    expect(await put(asJson(nested(33)), json)).toMatchObject({ status: 400 });
    expect(await put(nestedCbor(32), cbor)).toMatchObject({ status: 205 });
    expect(await put(nestedCbor(33), cbor)).toMatchObject({ status: 400 });
  });

  test('is limited before a recursive schema runs, however deep a message allows', async () => {
    const validate = vi.fn<() => { value: unknown }>();
    const { put } = lights(schemaOf(validate));
    const levels = 60_000;
    expect(await put(utf8Encode('['.repeat(levels) + ']'.repeat(levels)), json)).toMatchObject({
      status: 400,
    });
    expect(validate).not.toHaveBeenCalled();
  });
});

test('an error answer contains no value, and only plain names of the client’s keys', async () => {
  const { put } = lights(v.record(v.string(), v.record(v.string(), v.number())));
  const answer = await put(asJson({ 'a key\r\nwith <b>': { x: 'hunter2' } }), json);
  expect(answer).toEqual({ status: 400, text: 'body with a wrong ?.x' });
});

test('an error answer shortens a long path to its beginning', async () => {
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

test('a schema that throws or rejects is a 500 without text', async () => {
  const throwing = schemaOf(() => {
    throw new Error('hunter2');
  });
  expect(await lights(throwing).put(asJson(1), json)).toEqual({ status: 500, text: 'Internal error' });
  const rejecting = schemaOf(() => Promise.reject(new Error('hunter2')));
  expect(await lights(rejecting).put(asJson(1), json)).toEqual({ status: 500, text: 'Internal error' });
});

test('any payload in any content format is answered, and only what the schema accepts reaches the handler', async () => {
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
