/** @module Peers that disconnect during a query to another node or Redis leave nothing behind. */
import { CloseCode } from '@longwire/protocol';
import { expect, test } from 'vitest';
import type { Attachment, OpenedSession, Presence } from '@longwire/cluster';
import { TestDevice } from '../test-support/test-device.fixture.ts';
import { TestService } from '../test-support/test-service.fixture.ts';

const nothing: Presence = {
  attach: async () => undefined,
  detach: async () => undefined,
  locate: async () => ({ kind: 'offline' }),
  watch: () => new DisposableStack(),
};

async function closesOf(service: TestService): Promise<string> {
  return (await fetch(`${service.service.url}/metrics`)).text();
}

test('when a client disconnects while its session opens, the session ends with the code of its socket', async () => {
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<OpenedSession>();
  const ended = Promise.withResolvers<number>();
  const attachment: Attachment = {
    openSession: () => {
      asked.resolve();
      return answer.promise;
    },
    replace: () => undefined,
  };
  const locate: Presence['locate'] = async () => ({ kind: 'attached', attachment });
  await using service = await TestService.start({ presence: { ...nothing, locate } });
  const client = await service.login();
  await asked.promise;
  client.socket.close(1001);
  await expect
    .poll(() => closesOf(service))
    .toContain('longwire_socket_closes_total{peer="client",code="1001"} 1');
  answer.resolve({ kind: 'opened', session: { deliver: () => undefined, end: ended.resolve } });
  expect(await ended.promise).toBe(1001);
  expect(await closesOf(service)).toContain('longwire_sessions 0');
});

test('a device that disconnects while it is registered is removed afterwards', async () => {
  const done: string[] = [];
  const known = Promise.withResolvers<void>();
  const presence: Presence = {
    ...nothing,
    attach: async () => {
      done.push('asked');
      await known.promise;
      done.push('known');
    },
    detach: async () => void done.push('forgotten'),
  };
  await using service = await TestService.start({ presence });
  const device = await TestDevice.open(service.target);
  await device.prove(service.target);
  await expect.poll(() => done).toEqual(['asked']);
  device.link.socket.close(1000);
  await expect.poll(() => done).toEqual(['asked', 'forgotten']);
  known.resolve();
  await expect.poll(() => done).toEqual(['asked', 'forgotten', 'known', 'forgotten']);
});

test('a device gets `attached` only after every node can find it, and sessions only after that', async () => {
  const known = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<Attachment>();
  const presence: Presence = {
    ...nothing,
    attach: async (_key, attachment) => {
      asked.resolve(attachment);
      await known.promise;
    },
    locate: async () => ({ kind: 'attached', attachment: await asked.promise }),
  };
  await using service = await TestService.start({ presence });
  const device = await TestDevice.open(service.target);
  await device.prove(service.target);
  await asked.promise;
  const client = await service.login();
  // Earlier messages of the service would have arrived by the time this login is refused.
  const refused = await service.login({ productId: 'unknown' });
  expect(await refused.closed).toMatchObject({ code: CloseCode.unknownProduct });
  expect(device.link.pending).toEqual([]);
  known.resolve();
  expect(await device.next('attached')).toMatchObject({ type: 'attached' });
  expect(await device.next('session-open')).toMatchObject({ type: 'session-open' });
  client.socket.close(1000);
});
