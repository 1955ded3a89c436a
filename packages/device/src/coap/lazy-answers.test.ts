/** @module An asynchronous answer runs once, however long it takes, and occupies its slot until the handler has ended. */
import { CoapCode, encodeRequest } from '@longwire/protocol';
import { expect, test } from 'vitest';
import { anySession, BinaryClient, summaryOf } from './binary/binary-client.fixture.ts';
import { CoapChannel } from './coap-channel.ts';
import { Router } from './router.ts';

const guard = { userOf: () => undefined, isAllowed: () => true };

test('a query that runs on each call of `then` runs once, even after a timeout', async () => {
  const router = new Router({ guard, handlerTimeoutMs: 1 });
  const gate = Promise.withResolvers<string>();
  const query = {
    runs: 0,
    // oxlint-disable-next-line unicorn/no-thenable -- what query builders return
    then(take: (value: string) => void) {
      this.runs += 1;
      if (this.runs > 1) throw new Error('Query was already executed');
      void gate.promise.then(take);
    },
  };
  router.put('/lazy', () => query);
  const overruns: Promise<unknown>[] = [];
  const context = {
    session: anySession,
    handleOverrun: (ended: Promise<unknown>): void => void overruns.push(ended),
  };
  const answer = await router.handle({ method: 'PUT', path: '/lazy' }, context);
  gate.resolve('done');
  expect([answer.statusCode, await Promise.all(overruns), query.runs]).toEqual([504, ['done'], 1]);
});

/** One slot, and a handler that exceeds its time limit. */
function setUpSlow() {
  const gate = Promise.withResolvers<string>();
  const router = new Router({ guard, handlerTimeoutMs: 1 });
  router.get('/slow', () => gate.promise);
  router.get('/fast', () => 'fast');
  return { gate, options: { router, maxOpenRequests: 1 } };
}

const ends: readonly (readonly [string, (gate: PromiseWithResolvers<string>) => void])[] = [
  ['ends', ({ resolve }) => resolve('late')],
  ['fails', ({ reject }) => reject(new Error('late'))],
];

test.each(ends)('a JSON request occupies its slot until its handler %s', async (_, end) => {
  const { gate, options } = setUpSlow();
  const channel = new CoapChannel({ ...options, context: { session: anySession } });
  const ask = async (path: string): Promise<unknown> => {
    const answer = await channel.handleMessage(encodeRequest({ requestId: '1', method: 'GET', path }));
    return JSON.parse(answer ?? '');
  };
  expect(await ask('/slow')).toMatchObject({ statusCode: 504 });
  expect(await ask('/fast')).toMatchObject({ statusCode: 503 });
  end(gate);
  await expect.poll(() => ask('/fast')).toMatchObject({ statusCode: 205 });
});

test.each(ends)(
  'a binary request without a payload occupies its slot until its handler %s',
  async (_, end) => {
    const { gate, options } = setUpSlow();
    const client = new BinaryClient(options);
    const ask = async (path: string): Promise<number> => summaryOf(await client.ask(CoapCode.GET, path))[0];
    expect([await ask('/slow'), await ask('/fast')]).toEqual([504, 503]);
    end(gate);
    await expect.poll(() => ask('/fast')).toBe(205);
  },
);

test('a released channel closes after its last answer, not after its last handler', async () => {
  const { options } = setUpSlow();
  const client = new BinaryClient(options);
  const answer = client.ask(CoapCode.GET, '/slow');
  client.send({ code: CoapCode.RELEASE });
  expect([summaryOf(await answer)[0], client.isClosed]).toEqual([504, true]);
});
