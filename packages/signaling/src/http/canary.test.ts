/** @module No secret sent over HTTP appears in the log, the audit record or another response. */
import { expect, test } from 'vitest';
import { FINGERPRINT, TestHttp, type Answer, type Call } from '../test-support/test-http.fixture.ts';
import { secretOf } from '../test-support/secret-parts.fixture.ts';

const CANARY = 'cAnArY-0123456789';
const DAY_MS = 86_400_000;

test('passwords, keys, tokens, sessions and misplaced secrets never appear in logs, audit rows or other responses', async () => {
  const lines: string[] = [];
  const log = { level: 'trace', stream: { write: (line: string) => void lines.push(line) } };
  await using http = await TestHttp.start({ log });
  const answers: string[] = [];
  const ask = async (method: string, path: string, call: Call = {}): Promise<Answer> => {
    const answer = await http.call(method, path, call);
    answers.push(answer.text, JSON.stringify(answer.headers));
    return answer;
  };
  const key = await http.key('admin');
  const password = `${CANARY}-password`;
  const body = { name: 'ada', role: 'admin', password };
  await ask('POST', '/api/v1/operators', { key, body });
  const login = await http.call('POST', '/api/v1/login', { body: { name: 'ada', password } });
  const cookie = (login.headers['set-cookie']?.[0] ?? '').split(';')[0] ?? '';
  await ask('POST', '/api/v1/login', { body: { name: 'ada', password: `${CANARY}-wrong` } });
  await ask('POST', '/api/v1/login', { body: { name: password, password } });
  await ask('PUT', '/api/v1/me/password', { cookie, body: { current: `${CANARY}-wrong`, password } });
  await ask('POST', '/api/v1/products', { cookie, body: { productId: 'pr-1' } });
  const device = { deviceId: 'de-1', fingerprint: FINGERPRINT };
  await ask('POST', '/api/v1/products/pr-1/devices', { cookie, body: device });
  const token = await http.call('POST', '/api/v1/products/pr-1/tokens', {
    cookie,
    body: { lifetimeMs: DAY_MS },
  });
  const rotation = { overlapMs: 0, lifetimeMs: DAY_MS };
  const path = `/api/v1/tokens/${token.json.tokenId}/rotate`;
  const rotated = await http.call('POST', path, { cookie, body: rotation });
  const made = await http.call('POST', '/api/v1/keys', { cookie, body: { name: 'ci', role: 'viewer' } });
  // values in place of ids, and secrets in unexpected places
  const values = [token.json.value, rotated.json.value, made.json.value].map(String);
  for (const value of values) {
    await ask('GET', `/api/v1/tokens/${value}`, { cookie });
    await ask('DELETE', `/api/v1/tokens/${value}`, { cookie });
    await ask('DELETE', `/api/v1/keys/${value}`, { cookie });
    await ask('GET', `/api/v1/products/${value}`, {});
    await ask('GET', `/api/v1/products?after=${value}`, { cookie });
    await ask('GET', '/api/v1/me', { key: value.replace('lw_', 'lwk_') });
  }
  await ask('POST', `/api/v1/login?password=${CANARY}`, { rawBody: `{"password": "${CANARY}", ` });
  await ask('POST', '/api/v1/login', { body: { [CANARY]: 1, name: 'x', password: 'y' } });
  await ask('POST', '/api/v1/keys', { cookie, body: { name: 'n', role: CANARY } });
  await ask('GET', '/api/v1/me', { headers: { authorization: `Bearer ${CANARY}`, cookie: `x=${CANARY}` } });
  await ask('GET', '/metrics', { headers: { authorization: `Bearer ${CANARY}` } });
  await ask('POST', '/api/v1/import', {
    cookie,
    rawBody: `{"kind": "${CANARY}"}\n`,
    headers: { 'content-type': 'application/x-ndjson', origin: http.origin },
  });
  for (const list of ['operators', 'keys', 'products/pr-1/tokens', 'audit?limit=500', 'export', 'me']) {
    await ask('GET', `/api/v1/${list}`, { key });
  }
  answers.push(await http.metrics.text());
  const secrets = [
    CANARY,
    password,
    secretOf(key),
    ...values.map(secretOf),
    secretOf(cookie.split('=')[1] ?? ''),
  ];
  const rows = JSON.stringify(await http.registry.audit.list({ limit: 1_000 }));
  expect(rows).toContain('operator.login');
  expect(lines.join('')).toContain('/api/v1/tokens/');
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(12);
    expect(rows, 'audit').not.toContain(secret);
    expect(lines.join(''), 'log').not.toContain(secret);
    expect(answers.join(''), 'answers').not.toContain(secret);
  }
});
