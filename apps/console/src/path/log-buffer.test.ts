import { expect, test } from 'vitest';
import { createFakeWorld } from '@longwire/testing';
import { createSession } from '@longwire/client';
import { hideSecrets } from './hide-secrets.ts';
import { filterLog, LogBuffer, logReport, MAX_LOG_LINES } from './log-buffer.ts';

const NOW = Date.UTC(2026, 10, 22, 12, 34, 56);

test('the log keeps its lines in order, drops the oldest, and calls its listeners', () => {
  const buffer = new LogBuffer(() => NOW);
  let calls = 0;
  const off = buffer.subscribe(() => {
    calls += 1;
  });
  for (let n = 0; n < MAX_LOG_LINES + 3; n += 1) buffer.logger.info('peer.state', { n });
  off();
  buffer.logger.warn('last');
  const lines = buffer.snapshot();
  expect(calls).toBe(MAX_LOG_LINES + 3);
  expect(lines).toHaveLength(MAX_LOG_LINES);
  expect(lines[0]).toMatchObject({ event: 'peer.state', fields: 'n=4' });
  expect(lines.at(-1)).toMatchObject({ level: 'warn', event: 'last', fields: '' });
});

test('the log can be filtered by level and words', () => {
  const buffer = new LogBuffer(() => NOW);
  buffer.logger.debug('signaling.sent', { kind: 'turnRequest' });
  buffer.logger.info('connection.state', { state: 'connected' });
  buffer.logger.error('coap.listener-failed');
  const events = (level: 'debug' | 'info', query: string) =>
    filterLog(buffer.snapshot(), level, query).map(({ event }) => event);
  expect(events('debug', '')).toHaveLength(3);
  expect(events('info', '')).toEqual(['connection.state', 'coap.listener-failed']);
  expect(events('debug', 'STATE connected')).toEqual(['connection.state']);
});

test('canaries: a copied log contains no secret, and keeps the times', () => {
  const buffer = new LogBuffer(() => NOW);
  const sct = 'canary-token-of-no-known-form';
  buffer.logger.warn('signaling.closed', {
    reason: `token ${sct} of lw_canary_0123456789 and eyJcanary.eyJcanary.sig`,
    url: 'wss://203.0.113.7:443/?sct=canary-in-query&pwd=canary-password',
    password: 'canary-by-name',
    candidate: 'candidate:1 1 udp 1 192.168.1.23 4000 typ host',
    six: '[2001:db8::canary] 2001:db8:0:1::17 fe80::1',
    mdns: '2f1c8e3e-0000-4000-8000-1234567890ab.local',
  });
  const report = logReport(buffer.snapshot(), [sct]);
  for (const secret of ['canary-token', 'lw_canary', 'eyJcanary', 'canary-in', 'canary-pass', 'canary-by'])
    expect(report).not.toContain(secret);
  for (const address of ['203.0.113.7', '192.168.1.23', '2001:db8:0', 'fe80', '8e3e-0000'])
    expect(report).not.toContain(address);
  expect(report).toContain('2026-11-22T12:34:56.000Z warn  signaling.closed');
});

test('a text without secrets is not changed by the redaction', () => {
  const text = 'connection.state {"state":"connected","step":"opening-peer","code":4003}';
  expect(hideSecrets(text, ['', 'abc'])).toBe(text);
});

test('canaries: a whole session of the client leaves no secret in the log', async () => {
  const world = await createFakeWorld();
  world.prepare = (device) => {
    device.passwords.set('ann', 'canary-password');
  };
  const buffer = new LogBuffer(() => NOW);
  const session = createSession({
    ...world.options,
    sct: 'canary-sct-value',
    login: (connection) => connection.authenticate({ username: 'ann', password: 'canary-password' }),
    logger: buffer.logger,
  });
  await session.ready();
  await session.end();
  expect(buffer.snapshot().map(({ event }) => event)).toContain('session.state-changed');
  expect(JSON.stringify(buffer.snapshot())).not.toContain('canary');
});
