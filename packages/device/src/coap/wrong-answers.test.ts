/** @module Answers of untyped handlers: an invalid one is a 500 in either framing and ends nothing. */
import { CoapCode, encodeRequest } from '@longwire/protocol';
import { describe, expect, test } from 'vitest';
import { anySession, BinaryClient, summaryOf } from './binary/binary-client.fixture.ts';
import { CoapChannel } from './coap-channel.ts';
import { HandlerError } from './handler-error.ts';
import { Router, type RequestHandler } from './router.ts';

/** The answers to `/wrong` in binary and in JSON. */
async function statusesOf(router: RequestHandler): Promise<readonly unknown[]> {
  const json = new CoapChannel({ router, context: { session: anySession } });
  const text = await json.handleMessage(encodeRequest({ requestId: '1', method: 'GET', path: '/wrong' }));
  const { statusCode }: { statusCode: unknown } = JSON.parse(text ?? '{}');
  const binary = await new BinaryClient({ router }).ask(CoapCode.GET, '/wrong');
  return [summaryOf(binary), statusCode];
}

const answers: readonly (readonly [string, unknown])[] = [
  ['a payload that is an ArrayBuffer', { statusCode: 205, payload: new ArrayBuffer(10) }],
  ['a payload that is a list', { statusCode: 205, payload: [1, 2] }],
  ['a payload that is null', { statusCode: 205, payload: null }],
  ['a content format that is a bigint', { statusCode: 205, payload: 'x', contentFormat: 1n }],
  ['an ETag that is text', { statusCode: 205, payload: 'x', etag: 'v1' }],
  ...[99_999, 0, -205, 20, 205.5, 301, 600, Number.NaN].map(
    (statusCode) => [`the status ${statusCode}`, { statusCode, payload: 'x' }] as const,
  ),
];

describe.each(answers)('an answer with %s', (_, answer) => {
  test.each<[string, () => unknown]>([
    ['synchronously', () => answer],
    ['later', () => Promise.resolve(answer)],
  ])('%s', async (_when, handler) => {
    const router = new Router({ guard: { userOf: () => undefined, isAllowed: () => true } });
    router.get('/wrong', handler);
    expect(await statusesOf(router)).toEqual([[500, 'Internal error'], 500]);
  });
});

test.each([99_999, 0, 205.5])('an error with the status %d is a 500', async (statusCode) => {
  const router = new Router({ guard: { userOf: () => undefined, isAllowed: () => true } });
  router.get('/wrong', () => {
    throw new HandlerError(statusCode, 'x');
  });
  expect(await statusesOf(router)).toEqual([[500, 'Internal error'], 500]);
});

test.each([
  ['a payload that cannot be cut into blocks', { statusCode: 205, payload: 5 }],
  ['nothing', undefined],
])('an invalid answer from behind the router is a 500: %s', async (_, answer) => {
  const anything: { readonly answer: ReturnType<typeof JSON.parse> } = { answer };
  const router: RequestHandler = {
    handle: () => anything.answer,
    admit: () => ({ isAdmitted: true, maxBodyBytes: 1 }),
    userOf: () => undefined,
    watch: () => undefined,
  };
  const binary = await new BinaryClient({ router }).ask(CoapCode.GET, '/wrong');
  expect(summaryOf(binary)).toEqual([500, 'Internal error']);
});
