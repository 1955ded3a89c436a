/** @module Metrics, and bounds on the number of series. */
import { expect, test } from 'vitest';
import { offer } from '../test-support/messages.fixture.ts';
import { TestService } from '../test-support/test-service.fixture.ts';
import { ServiceMetrics } from './service-metrics.ts';

function make(): ServiceMetrics {
  return new ServiceMetrics({
    devices: () => 3,
    sessions: () => 5,
    auditBacklog: () => 7,
    parts: async () => ({ database: true, redis: false }),
  });
}

function samples(text: string, name: string): string[] {
  return text.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
}

test('gauges and counters are exposed with their labels', async () => {
  const metrics = make();
  metrics.countLogin('client', 'admitted', undefined);
  metrics.countLogin('device', 'refused', 4002);
  metrics.countLogin('device', 'refused', 4002);
  metrics.countClose('client', 1000);
  metrics.countClose('device', 1006);
  for (let count = 0; count < 1_000; count += 1) metrics.countMessage('client');
  metrics.countMessage('device');
  metrics.countOperatorLogin('throttled');
  metrics.countRequest({ method: 'GET', route: '/healthz', status: 200 });
  const text = await metrics.text();
  const expected = [
    'longwire_attached_devices 3',
    'longwire_sessions 5',
    'longwire_audit_backlog 7',
    'longwire_ready{part="database"} 1',
    'longwire_ready{part="redis"} 0',
    'longwire_logins_total{peer="client",outcome="admitted",code="none"} 1',
    'longwire_logins_total{peer="device",outcome="refused",code="4002"} 2',
    'longwire_socket_closes_total{peer="client",code="1000"} 1',
    'longwire_socket_closes_total{peer="device",code="1006"} 1',
    'longwire_messages_total{peer="client"} 1000',
    'longwire_messages_total{peer="device"} 1',
    'longwire_operator_logins_total{outcome="throttled"} 1',
    'longwire_http_requests_total{method="GET",route="/healthz",status="200"} 1',
  ];
  for (const line of expected) expect(text.split('\n')).toContain(line);
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
  expect(text).toMatch(/^process_resident_memory_bytes /m);
});

test('repeated scrapes count nothing twice, and two services count separately', async () => {
  const [one, other] = [make(), make()];
  one.countMessage('client');
  await one.text();
  expect(samples(await one.text(), 'longwire_messages_total')).toEqual([
    'longwire_messages_total{peer="client"} 1',
  ]);
  expect(samples(await other.text(), 'longwire_messages_total')).toEqual([]);
});

test('unknown close codes and methods share one series', async () => {
  const metrics = make();
  for (let code = 3000; code < 5000; code += 1) metrics.countClose('client', code);
  for (const method of ['GET', 'BREW', 'MKCOL', 'X'])
    metrics.countRequest({ method, route: '/', status: 404 });
  const text = await metrics.text();
  expect(samples(text, 'longwire_socket_closes_total').length).toBeLessThan(15);
  expect(text).toMatch(/longwire_socket_closes_total\{peer="client",code="other"\} 19\d\d/);
  expect(samples(text, 'longwire_http_requests_total')).toHaveLength(2);
});

test('a service counts its devices, sessions, logins, messages, closes and requests', async () => {
  await using service = await TestService.start();
  const metrics = async (): Promise<string> => (await fetch(`${service.service.url}/metrics`)).text();
  const device = await service.attach();
  const { client, session } = await service.connect(device);
  client.sendText(offer('v=0'));
  await device.heard(session, 1);
  expect((await (await service.login({ sct: 'wrong' })).closed).code).toBe(4002);
  await fetch(`${service.service.url}/api/v1/products/pr-1`);
  await fetch(`${service.service.url}/no/such/page`);
  const during = await metrics();
  for (const line of [
    'longwire_attached_devices 1',
    'longwire_sessions 1',
    'longwire_ready{part="database"} 1',
    'longwire_logins_total{peer="client",outcome="refused",code="4002"} 1',
    'longwire_logins_total{peer="device",outcome="admitted",code="none"} 1',
    'longwire_http_requests_total{method="GET",route="/api/v1/products/:productId",status="401"} 1',
    'longwire_http_requests_total{method="GET",route="unmatched",status="404"} 1',
  ]) {
    expect(during.split('\n')).toContain(line);
  }
  expect(during).toMatch(/longwire_messages_total\{peer="client"\} [1-9]/);
  client.socket.close(1000);
  await client.closed;
  await expect.poll(metrics).toContain('longwire_sessions 0');
  await expect.poll(metrics).toContain('longwire_socket_closes_total{peer="client",code="1000"} 1');
  // no route label is a requested path
  expect(await metrics()).not.toContain('/no/such/page');
});
