/** @module The OpenAPI document is valid, and describes exactly the routes of the API. */
import { Validator } from '@seriousme/openapi-schema-validator';
import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { TestHttp } from '../test-support/test-http.fixture.ts';
import { guardAccess } from './access-guard.ts';
import { AuditTrail } from './audit-trail.ts';
import { ACCESS, accessOf } from './access-table.ts';

function operationsOf(document: TestHttp['document']): string[] {
  return Object.entries(document.paths).flatMap(([path, operations]) => {
    const pattern = path.replaceAll(/\{(\w+)\}/g, ':$1');
    return Object.keys(operations).map((method) => `${method.toUpperCase()} ${pattern}`);
  });
}

test('the document is valid OpenAPI 3.1', async () => {
  await using http = await TestHttp.start();
  const answer = await http.call('GET', '/api/v1/openapi.json');
  expect(answer.status).toBe(200);
  expect(answer.json.openapi).toBe('3.1.0');
  const validator = new Validator();
  const { valid, errors } = await validator.validate(answer.json);
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
});

test('every route below /api/v1 is described, and nothing else', async () => {
  await using http = await TestHttp.start();
  const described = operationsOf(http.document).sort();
  const routes = [...ACCESS.keys()].filter((route) => route.includes(' /api/v1/')).sort();
  expect(described).toEqual(routes);
  for (const route of routes) {
    const [method = '', url = ''] = route.split(' ');
    expect([route, http.app.hasRoute({ method, url })]).toEqual([route, true]);
  }
});

test('the document requires authentication exactly where the access table does', async () => {
  await using http = await TestHttp.start();
  for (const [path, operations] of Object.entries(http.document.paths)) {
    for (const [method, { security }] of Object.entries(operations)) {
      const role = accessOf(method.toUpperCase(), path.replaceAll(/\{(\w+)\}/g, ':$1'))?.role;
      const isOpen = role === 'public' || role === 'own';
      expect(security, `${method} ${path}`).toEqual(isOpen ? [] : [{ key: [] }, { session: [] }]);
    }
  }
});

test('a route without an access table entry fails to register', async () => {
  await using http = await TestHttp.start();
  const { registry } = http;
  const trail = new AuditTrail({ registry, trustProxy: false, now: Date.now });
  const lifetime = { idleMs: 1_000, absoluteMs: 1_000 };
  const app = fastify();
  guardAccess(app, { stores: registry, trail, publicUrl: undefined, lifetime, now: Date.now });
  app.get('/healthz', async () => ({}));
  expect(() => app.get('/api/v1/more', async () => ({}))).toThrow('GET /api/v1/more has no entry');
  expect(() => app.post('/healthz', async () => ({}))).toThrow('POST /healthz has no entry');
  await app.close();
});
