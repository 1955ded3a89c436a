/** @module The data channels of a client, by their labels (PROTOCOL.md section 4). */
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

test.each(['coap', 'nabto-coap'])('%s carries requests', async (label) => {
  const { client } = setUp(label);
  client.offer();
  await client.until(() => client.isOpen);
  expect(await client.request('GET', '/here')).toMatchObject({ statusCode: 205 });
});

test('any other is the application’s', async () => {
  const { session, client } = setUp('own');
  const opened = Promise.withResolvers<string>();
  session.on('channel', ({ label }) => opened.resolve(label));
  client.offer();
  expect(await opened.promise).toBe('own');
});

test('one that nobody asked for is closed, and the session lives on', async () => {
  const { session, client } = setUp('own');
  client.offer();
  await client.until(() => client.isChannelClosed);
  expect(session.identity).toBeDefined();
});
