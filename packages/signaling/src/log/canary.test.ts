/** @module No secret that passes through the service is logged. */
import { expect, test } from 'vitest';
import { offer } from '../test-support/messages.fixture.ts';
import { TestHttp } from '../test-support/test-http.fixture.ts';
import { DEVICE, PRODUCT, TestService } from '../test-support/test-service.fixture.ts';
import { loggedPath, REDACTED_PATHS } from './redaction.ts';
import { secretOf } from '../test-support/secret-parts.fixture.ts';

const CANARY = 'cAnArY';

function collect(): { lines: string[]; log: { level: string; stream: { write(line: string): void } } } {
  const lines: string[] = [];
  return { lines, log: { level: 'debug', stream: { write: (line) => void lines.push(line) } } };
}

test('no log line contains tokens, JWTs, descriptions, candidates, passwords or credentials', async () => {
  const { lines, log } = collect();
  const iceServers = [{ urls: ['turn:t.example'], username: 'u', credential: `${CANARY}-turn` }];
  await using service = await TestService.start({ log, iceServers });
  const secret = secretOf(service.sct);
  const device = await service.attach();
  const { client, session } = await service.connect(device);
  client.sendText(offer(`v=0 ${CANARY}`));
  client.sendText(`not json ${CANARY}`);
  client.sendText(JSON.stringify({ type: 0, data: `{"type":"offer","sdp":1,"x":"${CANARY}"}` }));
  client.sendText('{"type":3}');
  client.socket.send(Buffer.from(CANARY));
  await device.heard(session, 1);
  device.say(session, `${CANARY} not json`);
  device.say(
    session,
    JSON.stringify({ type: 20, productId: CANARY.toLowerCase(), deviceId: 'd', sct: CANARY }),
  );
  device.link.sendText(`{"type":"session-message","session":"x","message":"${CANARY}"}`);
  device.send({ type: 'session-close', session, code: 4001, reason: CANARY });
  await client.closed;
  expect((await (await service.login({ sct: `${CANARY}-sct` })).closed).code).toBe(4002);
  const jwtClient = await service.open();
  const jwt = `${CANARY}.${CANARY}.${CANARY}`;
  jwtClient.sendText(JSON.stringify({ type: 20, productId: PRODUCT, deviceId: DEVICE, jwt }));
  expect((await jwtClient.closed).code).toBe(4002);
  await fetch(`${service.service.url}/pair?p=1&pwd=${CANARY}&sct=${CANARY}`, {
    headers: { authorization: `Bearer ${CANARY}`, cookie: `x=${CANARY}`, referer: `http://x/?${CANARY}` },
  });
  const all = lines.join('');
  expect(all).toContain('client logged in');
  expect(all).toContain('client refused');
  expect(all).toContain('"path":"/pair"');
  expect(all).not.toContain(CANARY);
  expect(all).not.toContain(secret);
  for (const line of lines) expect(() => void JSON.parse(line)).not.toThrow();
});

test('a log field with the name of a secret is redacted', async () => {
  const { lines, log } = collect();
  await using http = await TestHttp.start({ log });
  http.app.log.info(
    { sct: CANARY, body: { jwt: CANARY, message: { sdp: CANARY } }, headers: { cookie: CANARY } },
    'x',
  );
  expect(lines.join('')).toContain('[Redacted]');
  expect(lines.join('')).not.toContain(CANARY);
  expect(REDACTED_PATHS).toContain('*.password');
});

test('a path is logged without query and fragment', () => {
  expect(loggedPath('/a/b?pwd=x#y')).toBe('/a/b');
  expect(loggedPath('/a#pwd=x?y')).toBe('/a');
});

test('a token in place of its id is logged as its id', () => {
  const secret = 'A'.repeat(43);
  for (const brand of ['lw', 'lwk', 'lws']) {
    expect(loggedPath(`/api/v1/tokens/${brand}_0123456789_${secret}/rotate`)).toBe(
      `/api/v1/tokens/${brand}_0123456789_[Redacted]/rotate`,
    );
  }
  expect(loggedPath('/api/v1/tokens/lw_0123456789')).toBe('/api/v1/tokens/lw_0123456789');
});
