/** @module Which handler a request reaches, and how its value or error is sent. */
import type { Method } from '@longwire/protocol';
import { utf8Decode, utf8Encode } from '@longwire/protocol';
import { describe, expect, test, vi } from 'vitest';
import { SessionIdentity } from '../auth/session-identity.ts';
import { HandlerError } from './handler-error.ts';
import { testFingerprint } from './resource-harness.fixture.ts';
import { Router, type RouteGuard } from './router.ts';

const session = new SessionIdentity({
  clientFingerprint: testFingerprint('client'),
  deviceFingerprint: testFingerprint('device'),
  tokenId: 'token',
});
const guardOf = (...actions: readonly string[]): RouteGuard => ({
  userOf: () => ({ Username: 'bob' }),
  isAllowed: (_, action) => actions.includes(action),
});

async function ask(
  router: Router,
  method: Method,
  path: string,
  text?: string,
): Promise<{ status: number; format: number | undefined; text: string }> {
  const payload = text === undefined ? {} : { payload: utf8Encode(text), contentFormat: 50 };
  const {
    statusCode,
    contentFormat,
    payload: answer,
  } = await router.handle({ method, path, ...payload }, { session });
  return { status: statusCode, format: contentFormat, text: answer === undefined ? '' : utf8Decode(answer) };
}

const throwing = (error: unknown): Router => {
  const router = new Router({ guard: guardOf('Device:Invoke') });
  router.get('/x', () => {
    throw error;
  });
  return router;
};

describe('paths of routes', () => {
  const router = new Router({ guard: guardOf('Device:Invoke') });
  router.get('/light', () => 'light');
  router.get('/users/:name', ({ params }) => `user ${params['name'] ?? ''}`);
  router.get('/users/me', () => 'me');
  router.put('/users/:name/keys/:key', ({ params }) => params);

  test.each([
    ['GET', '/light', 205, 'light'],
    ['GET', '/light/', 205, 'light'],
    ['GET', '/users/bob', 205, 'user bob'],
    ['GET', '/users/me', 205, 'me'],
    ['GET', '/users/..', 205, 'user ..'],
    ['GET', '/users/:name', 205, 'user :name'],
    ['GET', '/users/me/', 205, 'me'],
    ['GET', '/users/a%20b', 205, 'user a%20b'],
    ['PUT', '/users/bob/keys/k', 205, '{"name":"bob","key":"k"}'],
    ['GET', '/light//', 404, 'Resource not found'],
    ['GET', '//light', 404, 'Resource not found'],
    ['GET', 'light', 404, 'Resource not found'],
    ['GET', '/LIGHT', 404, 'Resource not found'],
    ['GET', '/light?on', 404, 'Resource not found'],
    ['GET', '/users/', 404, 'Resource not found'],
    ['GET', '/users//', 404, 'Resource not found'],
    ['GET', '/', 404, 'Resource not found'],
    ['GET', '', 404, 'Resource not found'],
    ['POST', '/light', 404, 'Resource not found'],
  ] as const)('%s %s is %i', async (method, path, status, text) => {
    expect(await ask(router, method, path)).toMatchObject({ status, text });
  });

  test.each(['light', '/', '/a//b', '/:', ''])('refuses the pattern "%s"', (pattern) => {
    expect(() => router.get(pattern, () => undefined)).toThrow(
      expect.objectContaining({ code: 'ERR_ROUTE' }),
    );
  });

  test('refuses a route that is registered already', () => {
    expect(() => router.get('/users/:other', () => undefined)).toThrow(
      expect.objectContaining({ code: 'ERR_ROUTE' }),
    );
  });
});

describe('rights of routes', () => {
  test('a route needs Device:Invoke, another action, or none', async () => {
    const router = new Router({ guard: guardOf('Door:Open') });
    router.get('/invoke', () => 'never');
    router.get('/door', () => 'open', { action: 'Door:Open' });
    router.get('/public', () => 'hello', { action: null });
    expect(await ask(router, 'GET', '/invoke')).toEqual({ status: 403, format: 0, text: 'Access Denied' });
    expect(await ask(router, 'GET', '/door')).toMatchObject({ status: 205 });
    expect(await ask(router, 'GET', '/public')).toMatchObject({ status: 205 });
  });

  test('a handler sees the user', async () => {
    const router = new Router({ guard: guardOf('Device:Invoke') });
    router.get('/who', ({ user }) => user?.Username);
    expect(await ask(router, 'GET', '/who')).toMatchObject({ text: 'bob' });
  });
});

describe('the value of a handler', () => {
  const answers: readonly (readonly [string, unknown, number, number | undefined, string])[] = [
    ['a text', 'hello', 205, 0, 'hello'],
    ['an empty text', '', 205, undefined, ''],
    ['bytes', utf8Encode('raw'), 205, 42, 'raw'],
    ['an object', { on: true }, 205, 50, '{"on":true}'],
    ['a number', 21.5, 205, 50, '21.5'],
    ['null', null, 205, 50, 'null'],
    ['a list', [1, 2], 205, 50, '[1,2]'],
    ['a reply', { statusCode: 202 }, 202, undefined, ''],
    ['a reply of text', { statusCode: 201, payload: 'made' }, 201, 0, 'made'],
    ['a reply of bytes', { statusCode: 205, contentFormat: 60, payload: utf8Encode('f') }, 205, 60, 'f'],
    [
      'an object that only looks like a reply',
      { statusCode: 1, name: 'x' },
      205,
      50,
      '{"statusCode":1,"name":"x"}',
    ],
    ['a promise', Promise.resolve('later'), 205, 0, 'later'],
  ];
  test.each(answers)('%s', async (_, value, status, format, text) => {
    const router = new Router({ guard: guardOf('Device:Invoke') });
    router.post('/x', () => value);
    expect(await ask(router, 'POST', '/x')).toEqual({ status, format, text });
  });

  test.each([
    ['GET', 205],
    ['POST', 201],
    ['PUT', 204],
    ['DELETE', 202],
  ] as const)('nothing, from %s, is %i', async (method, status) => {
    const router = new Router({ guard: guardOf('Device:Invoke') });
    router.add(method, '/x', () => undefined);
    expect(await ask(router, method, '/x')).toMatchObject({ status, text: '' });
  });
});

describe('the error of a handler', () => {
  test('a HandlerError is sent with its status and text', async () => {
    const answer = await ask(throwing(new HandlerError(409, 'Conflict')), 'GET', '/x');
    expect(answer).toEqual({ status: 409, format: 0, text: 'Conflict' });
  });

  test.each([new Error('a secret in a message'), 'text', undefined, null])(
    '%s is a 500 without its text',
    async (error) => {
      expect(await ask(throwing(error), 'GET', '/x')).toEqual({
        status: 500,
        format: 0,
        text: 'Internal error',
      });
    },
  );

  test('a value that JSON cannot represent is a 500', async () => {
    const router = new Router({ guard: guardOf('Device:Invoke') });
    router.get('/x', () => 1n);
    expect(await ask(router, 'GET', '/x')).toMatchObject({ status: 500 });
  });

  test('a payload that is not JSON is a 400', async () => {
    const router = new Router({ guard: guardOf('Device:Invoke') });
    router.post('/x', (request) => request.json());
    expect(await ask(router, 'POST', '/x', '{')).toMatchObject({ status: 400, text: 'Bad request' });
    expect(await ask(router, 'POST', '/x', '{"a":1}')).toMatchObject({ status: 205, text: '{"a":1}' });
  });

  test('a handler may take a minute, but after two minutes the answer is 504', async () => {
    vi.useFakeTimers();
    const router = new Router({ guard: guardOf('Device:Invoke') });
    router.get('/x/:seconds', async ({ params }) => {
      await new Promise((resolve) => setTimeout(resolve, Number(params['seconds']) * 1000));
      return 'done';
    });
    const answers = Promise.all([ask(router, 'GET', '/x/60'), ask(router, 'GET', '/x/121')]);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(await answers).toMatchObject([{ status: 205, text: 'done' }, { status: 504 }]);
    vi.useRealTimers();
  });

  test('a handler that never ends is a 504, and its signal is aborted', async () => {
    vi.useFakeTimers();
    const router = new Router({ guard: guardOf('Device:Invoke'), handlerTimeoutMs: 1000 });
    let signal: AbortSignal | undefined;
    router.get('/x', (request) => {
      signal = request.signal;
      return new Promise(() => undefined);
    });
    const answer = ask(router, 'GET', '/x');
    await vi.advanceTimersByTimeAsync(1000);
    expect(await answer).toMatchObject({ status: 504 });
    expect(signal?.aborted).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });
});
