/** @module What middleware sees, its order and effects, and that it never runs for built-in resources. */
import type { Logger } from '@longwire/protocol';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { setUpRoutes } from './app-routes.fixture.ts';
import { HandlerError } from './handler-error.ts';
import type { Middleware, Next } from './middleware.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** Records when it is entered and left. */
const noting =
  (notes: string[], name: string): Middleware =>
  async (_, next) => {
    notes.push(`${name} before`);
    const { statusCode } = await next();
    notes.push(`${name} after ${statusCode}`);
  };

test('middleware sees the user, method, path, parameters and the status of the answer', async () => {
  const { routes, ask, session } = setUpRoutes();
  const seen: unknown[] = [];
  routes.use(async (request, next) => {
    const { user, method, path, params, body } = request;
    const { statusCode } = await next();
    seen.push({ user: user?.Username, method, path, params: { ...params }, body, statusCode });
    expect(request.session).toBe(session);
  });
  routes.add('PUT', '/lights/:name', () => undefined);
  expect(await ask('PUT', '/lights/gate')).toEqual({ status: 204, text: '' });
  expect(seen).toEqual([
    {
      user: 'bob',
      method: 'PUT',
      path: '/lights/gate',
      params: { name: 'gate' },
      body: undefined,
      statusCode: 204,
    },
  ]);
});

test('the first middleware is the outermost, and each applies to routes registered after it', async () => {
  const { routes, ask } = setUpRoutes();
  const notes: string[] = [];
  routes.add('GET', '/early', () => 'early');
  routes.use(noting(notes, 'one'));
  routes.add('GET', '/between', () => 'between');
  routes.use(noting(notes, 'two'));
  routes.add('GET', '/late', () => notes.push('handler'));
  await ask('GET', '/early');
  expect(notes).toEqual([]);
  await ask('GET', '/between');
  expect(notes.splice(0)).toEqual(['one before', 'one after 205']);
  await ask('GET', '/late');
  expect(notes).toEqual(['one before', 'two before', 'handler', 'two after 205', 'one after 205']);
});

/** The answer of a route behind a middleware, and how often its handler ran. */
async function behind(middleware: Middleware, handle: () => unknown = () => 'handled') {
  const { routes, ask } = setUpRoutes();
  const handler = vi.fn<() => unknown>(handle);
  routes.use(middleware);
  routes.add('GET', '/x', () => handler());
  const answer = await ask('GET', '/x');
  return { ...answer, runs: handler.mock.calls.length };
}

const fail = (): never => {
  throw new Error('hunter2');
};

const slow = (): Promise<unknown> => Promise.resolve({ isOn: true });

describe('the answer of a route with middleware', () => {
  const answers: readonly (readonly [string, Middleware, number, string, number])[] = [
    ['is the handler’s where it returns nothing', async (_, next) => void (await next()), 205, 'handled', 1],
    ['is sent even if it does not await next()', (_, next) => void next(), 205, 'handled', 1],
    ['is passed on where it returns it', (_, next) => next(), 205, 'handled', 1],
    ['is its own, and the handler does not run', () => ({ statusCode: 503, payload: 'no' }), 503, 'no', 0],
    ['can be replaced', async (_, next) => `was ${(await next()).statusCode}`, 205, 'was 205', 1],
    ['is the status it throws', () => Promise.reject(HandlerError.conflict('busy')), 409, 'busy', 0],
    ['is a 500 where it fails', fail, 500, 'Internal error', 0],
    ['is a 500 where it neither answers nor calls next()', () => undefined, 500, 'Internal error', 0],
    [
      'is a 500 where it fails after the handler',
      async (_, next) => {
        await next();
        fail();
      },
      500,
      'Internal error',
      1,
    ],
  ];
  test.each(answers)('%s', async (_, middleware, status, text, runs) => {
    expect(await behind(middleware)).toEqual({ status, text, runs });
  });

  test('passes through from a slow handler and from one that returns an object', async () => {
    expect(await behind((_, next) => void next(), slow)).toMatchObject({ text: '{"isOn":true}' });
    expect(await behind((_, next) => next(), slow)).toMatchObject({ text: '{"isOn":true}' });
  });

  test('is visible to middleware as a status when the handler throws', async () => {
    const statuses: number[] = [];
    const measuring: Middleware = async (_, next) => {
      statuses.push((await next()).statusCode);
    };
    expect(await behind(measuring, fail)).toEqual({ status: 500, text: 'Internal error', runs: 1 });
    expect(statuses).toEqual([500]);
  });

  test('comes from one run of the handler, however often next() is called', async () => {
    const answer = await behind(async (_, next) => {
      const [first, second] = await Promise.all([next(), next()]);
      expect(second).toBe(first);
    });
    expect(answer).toEqual({ status: 205, text: 'handled', runs: 1 });
  });

  test('is final: a later next() runs nothing', async () => {
    let kept: Next | undefined;
    const handler = vi.fn<() => unknown>();
    await behind((_, next) => {
      kept = next;
      return { statusCode: 403 };
    }, handler);
    expect(await kept?.()).toMatchObject({ statusCode: 403 });
    expect(handler).not.toHaveBeenCalled();
  });
});

test('is a 504 when middleware uses up the handler’s time, and the handler does not run', async () => {
  vi.useFakeTimers();
  const { routes, ask } = setUpRoutes(['Device:Invoke'], { handlerTimeoutMs: 1000 });
  const gate = Promise.withResolvers<undefined>();
  const handler = vi.fn<() => undefined>();
  let inner: Promise<unknown> | undefined;
  routes.use(async (_, next) => {
    await gate.promise;
    inner = next();
    await inner;
  });
  routes.add('GET', '/x', () => handler());
  const answer = ask('GET', '/x');
  await vi.advanceTimersByTimeAsync(1000);
  expect(await answer).toEqual({ status: 504, text: 'Handler timed out' });
  gate.resolve(undefined);
  await gate.promise;
  expect(await inner).toMatchObject({ statusCode: 504 });
  expect(handler).not.toHaveBeenCalled();
});

describe('rights and middleware', () => {
  test('the action of a route is checked first, so middleware cannot grant more', async () => {
    const { routes, ask } = setUpRoutes([]);
    const generous = vi.fn<Middleware>(() => 'come in');
    routes.use(generous);
    routes.add('GET', '/x', () => 'x');
    expect(await ask('GET', '/x')).toEqual({ status: 403, text: 'Access Denied' });
    expect(generous).not.toHaveBeenCalled();
  });

  test('middleware can refuse a request before its body is parsed', async () => {
    const { routes, ask } = setUpRoutes();
    routes.use(() => {
      throw HandlerError.accessDenied();
    });
    const validate = vi.fn<() => { value: unknown }>();
    routes.add('PUT', '/x', () => undefined, {
      body: { '~standard': { version: 1, vendor: 'test', validate } },
    });
    expect(await ask('PUT', '/x')).toEqual({ status: 403, text: 'Access Denied' });
    expect(validate).not.toHaveBeenCalled();
  });
});

describe('built-in resources', () => {
  const BUILT_IN = [
    '/iam/users',
    '/iam',
    '/p2p/webrtc-info',
    '/p2p',
    '/webrtc/tracks',
    '/webrtc',
    '/webrtc/',
  ];

  test.each(BUILT_IN)(
    '%s never reaches middleware or an application route that would match it',
    async (path) => {
      const { routes, builtIn, ask } = setUpRoutes();
      const curious = vi.fn<Middleware>(() => 'mine');
      routes.use(curious);
      for (const pattern of ['/:one', '/:one/:two', '/:one/users', '/:one/tracks'])
        routes.add('GET', pattern, () => 'mine');
      expect(await ask('GET', path)).toEqual({ status: 404, text: 'Resource not found' });
      if (path.split('/').length === 3 && !path.endsWith('/')) builtIn.get(path, () => 'built in');
      expect((await ask('GET', path)).text).not.toBe('mine');
      expect(curious).not.toHaveBeenCalled();
    },
  );

  test.each(['/iam', '/iam/users/me', '/p2p/:round', '/webrtc/tracks', '/webrtc/'])(
    'a route at %s is refused',
    (pattern) => {
      expect(() => setUpRoutes().routes.add('GET', pattern, () => 'mine')).toThrow(
        expect.objectContaining({ code: 'ERR_ROUTE' }),
      );
    },
  );

  test.each(['/IAM/users', '//iam/users', '/./iam', '/iamb', '/x/iam', '/%69am/users'])(
    'an application may register %s',
    async (path) => {
      const { builtIn, ask } = setUpRoutes();
      const handle = vi.spyOn(builtIn, 'handle');
      expect(await ask('GET', path)).toEqual({ status: 404, text: 'Resource not found' });
      expect(handle).not.toHaveBeenCalled();
    },
  );
});

test('an error is logged once, with the method and without data of the client', async () => {
  const error = vi.fn<Logger['error']>();
  const silent = vi.fn<Logger['debug']>();
  const logger = { debug: silent, info: silent, warn: silent, error };
  const { routes, ask } = setUpRoutes(['Device:Invoke'], { logger });
  routes.use((_, next) => next());
  routes.add('GET', '/x', () => {
    throw new Error('out of order');
  });
  await ask('GET', '/x');
  expect(error).toHaveBeenCalledTimes(1);
  expect(error).toHaveBeenCalledWith('coap.handler-failed', expect.objectContaining({ method: 'GET' }));
});
