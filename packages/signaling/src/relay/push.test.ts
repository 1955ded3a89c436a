/** @module Push messages over an attachment: announced, sent, answered, and never at the cost of the sessions. */
import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { listen } from '../test-support/listen.fixture.ts';
import { TestDevice } from '../test-support/test-device.fixture.ts';
import { TestService } from '../test-support/test-service.fixture.ts';

async function pushService(status: number) {
  let asked = 0;
  const server = createServer((request, response) => {
    asked += 1;
    request.resume();
    response.writeHead(status).end();
  });
  const port = await listen(server);
  return { origin: `http://127.0.0.1:${port}`, asked: () => asked };
}

const push = (endpoint: string, id = 1) =>
  ({ type: 'push', id, endpoint, ttl: 60, urgency: 'normal', body: 'AQID' }) as const;

test('the service announces its key, which stays the same, and answers each message', async () => {
  const { origin, asked } = await pushService(410);
  await using service = await TestService.start({ pushServices: [origin] });
  const keys: unknown[] = [];
  for (let count = 0; count < 2; count += 1) {
    const { target } = service;
    const device = await TestDevice.open(target);
    await device.prove(target);
    const { features, pushKey } = await device.next('attached');
    expect(features).toContain('push/1');
    keys.push(pushKey);
    device.send(push(`${origin}/x`, 7));
    expect(await device.next('push-result')).toEqual({ type: 'push-result', id: 7, status: 410 });
  }
  expect(keys[0]).toMatch(/^B[\w-]{86}$/u);
  expect(keys[1]).toBe(keys[0]);
  expect(asked()).toBe(2);
});

test('an endpoint at a private address is not asked, and the answer says so', async () => {
  const { origin, asked } = await pushService(201);
  await using service = await TestService.start();
  const device = await service.attach();
  device.send(push(`${origin}/x`));
  expect(await device.next('push-result')).toEqual({ type: 'push-result', id: 1, status: 0 });
  expect(asked()).toBe(0);
});

test('a message with a line break in its endpoint is ignored', async () => {
  await using service = await TestService.start();
  const device = await service.attach();
  device.send(push('http://127.0.0.1/a\r\nX-Evil: 1'));
  device.send(push('http://127.0.0.1/', 2));
  expect(await device.next('push-result')).toMatchObject({ id: 2 });
});

test('messages beyond the limit are answered with 429, and a device that goes on is closed', async () => {
  const { origin } = await pushService(201);
  await using service = await TestService.start({ pushServices: [origin] });
  const device = await service.attach();
  for (let id = 1; id <= 300; id += 1) device.send(push(`${origin}/x`, id));
  expect((await device.closed).code).toBe(1008);
});
