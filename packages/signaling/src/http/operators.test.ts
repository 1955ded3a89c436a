/** @module Operators and keys, as an admin manages them. */
import { expect, test } from 'vitest';
import { PASSWORD, TestHttp } from '../test-support/test-http.fixture.ts';
import { secretOf } from '../test-support/secret-parts.fixture.ts';

const DAY_MS = 86_400_000;

test('an admin can add, change and remove operators, and no response contains a hash', async () => {
  await using http = await TestHttp.start();
  const path = '/api/v1/operators';
  const body = { name: 'ada', role: 'admin', password: PASSWORD };
  const ada = { name: 'ada', role: 'admin', isEnabled: true, createdAt: '2026-01-01T00:00:00.000Z' };
  const added = await http.as('admin', 'POST', path, body);
  expect([added.status, added.json]).toEqual([201, ada]);
  expect((await http.as('admin', 'POST', path, body)).status).toBe(409);
  expect((await http.as('admin', 'POST', path, { ...body, name: 'b', password: 'short' })).status).toBe(400);
  expect((await http.as('admin', 'POST', path, { ...body, name: 'b', role: 'root' })).status).toBe(400);
  await http.as('admin', 'POST', path, { ...body, name: 'bob' });
  const changed = await http.as('admin', 'PATCH', `${path}/bob`, { role: 'viewer', isEnabled: false });
  expect(changed.json).toMatchObject({ name: 'bob', role: 'viewer', isEnabled: false });
  const listed = await http.as('admin', 'GET', path);
  expect(listed.json.items.map(({ name }: { name: string }) => name)).toEqual(['ada', 'bob']);
  expect(listed.text).not.toMatch(/scrypt|hash/i);
  expect((await http.as('admin', 'PUT', `${path}/bob/password`, { password: `${PASSWORD}!` })).status).toBe(
    204,
  );
  expect((await http.as('admin', 'DELETE', `${path}/bob`)).status).toBe(204);
  for (const [method, tail, sent] of [
    ['DELETE', '', undefined],
    ['PATCH', '', { role: 'viewer' }],
    ['PUT', '/password', { password: PASSWORD }],
  ] as const) {
    expect((await http.as('admin', method, `${path}/bob${tail}`, sent)).status).toBe(404);
  }
});

test('the last enabled admin cannot be removed, demoted or disabled, even by concurrent requests', async () => {
  await using http = await TestHttp.start();
  await http.addOperators(['viewer', 'admin']);
  const path = '/api/v1/operators/admin';
  const attempts = [
    http.as('admin', 'DELETE', path),
    http.as('admin', 'PATCH', path, { role: 'manager' }),
    http.as('admin', 'PATCH', path, { isEnabled: false }),
  ];
  for (const answer of await Promise.all(attempts)) {
    expect([answer.status, answer.json.error.code]).toEqual([409, 'ERR_CONFLICT']);
  }
  await http.registry.operators.add({ name: 'second', role: 'admin', password: PASSWORD });
  const race = await Promise.all([
    http.as('admin', 'PATCH', path, { role: 'viewer' }),
    http.as('admin', 'PATCH', '/api/v1/operators/second', { isEnabled: false }),
  ]);
  expect(race.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
  const left = (await http.registry.operators.list()).filter(
    ({ role, isEnabled }) => role === 'admin' && isEnabled,
  );
  expect(left).toHaveLength(1);
});

test("an API key's value is shown once, works, and stops working when revoked", async () => {
  await using http = await TestHttp.start();
  const made = await http.as('admin', 'POST', '/api/v1/keys', {
    name: 'ci',
    role: 'viewer',
    lifetimeMs: DAY_MS,
  });
  expect(made.status).toBe(201);
  const { keyId, value } = made.json;
  expect((await http.call('GET', '/api/v1/me', { key: value })).json).toEqual({
    kind: 'apiKey',
    name: 'ci',
    role: 'viewer',
  });
  const listed = await http.as('admin', 'GET', '/api/v1/keys');
  expect(listed.json.items).toContainEqual({
    keyId,
    name: 'ci',
    role: 'viewer',
    createdAt: '2026-01-01T00:00:00.000Z',
    expiresAt: '2026-01-02T00:00:00.000Z',
    isRevoked: false,
  });
  expect(listed.text).not.toContain(secretOf(value));
  expect((await http.as('admin', 'DELETE', `/api/v1/keys/${keyId}`)).status).toBe(204);
  expect((await http.call('GET', '/api/v1/me', { key: value })).status).toBe(401);
  expect((await http.as('admin', 'DELETE', '/api/v1/keys/lwk_none')).status).toBe(404);
});
