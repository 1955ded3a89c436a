/** @module Dispatch of a client's data channels by label (PROTOCOL.md section 4). */
import { afterEach, expect, test } from 'vitest';
import { sessionOptions } from './session-options.fixture.ts';
import { Session } from './session.ts';
import { TestClient } from './test-client.fixture.ts';

const cleanUps: (() => void)[] = [];
afterEach(() => cleanUps.splice(0).forEach((cleanUp) => cleanUp()));

function setUp(label: string): { session: Session; client: TestClient } {
  const session: Session = new Session(sessionOptions());
  const client = new TestClient(session, label);
  cleanUps.push(() => {
    session.close(1000, 'test over');
    client.close();
  });
  return { session, client };
}

test.each(['coap', 'nabto-coap'])('a channel labeled %s carries requests', async (label) => {
  const { client } = setUp(label);
  client.offer();
  await client.until(() => client.isOpen);
  expect(await client.request('GET', '/here')).toMatchObject({ statusCode: 205 });
});

test('passes a channel with another label to the application', async () => {
  const { session, client } = setUp('own');
  const opened = Promise.withResolvers<string>();
  session.on('channel', ({ label }) => opened.resolve(label));
  client.offer();
  expect(await opened.promise).toBe('own');
});

test('closes a channel that the application does not listen for, and keeps the session', async () => {
  const { session, client } = setUp('own');
  client.offer();
  await client.until(() => client.isChannelClosed);
  expect(session.identity).toBeDefined();
});
