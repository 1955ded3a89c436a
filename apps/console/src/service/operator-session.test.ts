/** @module What becomes of an operator's pending call when the session ends: it waits, goes on, or returns. */

import { describe, expect, test } from 'vitest';
import { Api } from './api/api.ts';
import { OperatorSession } from './operator-session.ts';

const ADA = { kind: 'operator', name: 'ada', role: 'admin' };

const json = (body: unknown, status = 200): Response => Response.json(body, { status });
const unauthenticated = (): Response =>
  json({ error: { code: 'ERR_UNAUTHENTICATED', message: 'no session' }, requestId: 'r1' }, 401);

/** A signed-in operator; requests for products are answered with these, in order. */
async function signedIn(...answers: (Response | Promise<Response>)[]): Promise<OperatorSession> {
  const api = new Api({
    origin: 'https://service.example',
    fetch: async (asked) => {
      const { url } = new Request(asked);
      if (url.endsWith('/products')) return (await answers.shift()) ?? unauthenticated();
      return url.endsWith('/logout') ? new Response(null, { status: 204 }) : json(ADA);
    },
  });
  const session = new OperatorSession({ api, mark: { get: () => true, set: () => undefined } });
  await session.begin();
  return session;
}

const body = { name: 'ada', password: 'a password' };
const refused = { isDone: false, problem: { kind: 'refused', code: 'ERR_UNAUTHENTICATED' } };

describe('a call whose session has ended', () => {
  test('waits for the next session of the same operator, and is sent again', async () => {
    const session = await signedIn(unauthenticated(), json({ items: [], next: null }));
    const asked = session.ask('GET /products');
    await expect.poll(() => session.snapshot().kind).toBe('expired');
    await session.signIn(body);
    expect(await asked).toMatchObject({ isDone: true });
  });

  test('returns when the expired session is given up', async () => {
    const session = await signedIn(unauthenticated());
    const asked = session.ask('GET /products');
    await expect.poll(() => session.snapshot().kind).toBe('expired');
    session.leave();
    expect(await asked).toMatchObject(refused);
  });

  test('returns when it is refused after the operator signed out', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    const session = await signedIn(promise);
    const asked = session.ask('GET /products');
    await session.signOut();
    resolve(unauthenticated());
    expect(await asked).toMatchObject(refused);
  });
});
