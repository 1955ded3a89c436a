/** @module Access table: the role each route requires and its action in the audit record. */
import type { Role } from '../ports/operators.ts';

/** The weakest allowed role; `public` needs none, `own` means that the route checks access itself. */
export interface Access {
  readonly role: Role | 'public' | 'own';
  /** Action of a change in the audit record. */
  readonly action?: string;
  /** Action of a refusal, where it differs or only refusals are recorded. */
  readonly refusedAs?: string;
}

const viewer: Access = { role: 'viewer' };

function manager(action: string): Access {
  return { role: 'manager', action };
}

function admin(action: string): Access {
  return { role: 'admin', action };
}

/** Every route; the service does not start with a route that is missing here. */
export const ACCESS: ReadonlyMap<string, Access> = new Map<string, Access>([
  ['GET /healthz', { role: 'public' }],
  ['GET /readyz', { role: 'public' }],
  ['GET /readyz/pages', { role: 'public' }],
  ['GET /metrics', { role: 'own', refusedAs: 'metrics.read' }],
  ['GET /*', { role: 'public' }],
  ['GET /', { role: 'public' }],
  ['GET /api/v1/openapi.json', { role: 'public' }],
  ['POST /api/v1/login', { role: 'own', action: 'operator.login' }],
  ['POST /api/v1/logout', { role: 'viewer', action: 'operator.logout' }],
  ['GET /api/v1/me', viewer],
  ['PUT /api/v1/me/password', { role: 'viewer', action: 'operator.password' }],
  ['GET /api/v1/products', viewer],
  ['POST /api/v1/products', manager('product.add')],
  ['GET /api/v1/products/:productId', viewer],
  ['DELETE /api/v1/products/:productId', manager('product.remove')],
  ['POST /api/v1/products/:productId/issuers', manager('issuer.add')],
  ['DELETE /api/v1/products/:productId/issuers', manager('issuer.remove')],
  ['GET /api/v1/products/:productId/devices', viewer],
  ['POST /api/v1/products/:productId/devices', manager('device.add')],
  ['GET /api/v1/products/:productId/devices/:deviceId', viewer],
  ['PATCH /api/v1/products/:productId/devices/:deviceId', manager('device.change')],
  ['DELETE /api/v1/products/:productId/devices/:deviceId', manager('device.remove')],
  ['GET /api/v1/products/:productId/tokens', viewer],
  ['POST /api/v1/products/:productId/tokens', manager('token.add')],
  ['GET /api/v1/tokens/:tokenId', viewer],
  ['DELETE /api/v1/tokens/:tokenId', manager('token.revoke')],
  ['POST /api/v1/tokens/:tokenId/rotate', manager('token.rotate')],
  ['GET /api/v1/live/counts', viewer],
  ['GET /api/v1/live/devices', viewer],
  ['GET /api/v1/live/sessions', viewer],
  ['DELETE /api/v1/live/sessions/:sessionId', manager('session.end')],
  ['GET /api/v1/audit', viewer],
  ['GET /api/v1/operators', { role: 'admin' }],
  ['POST /api/v1/operators', admin('operator.add')],
  ['PATCH /api/v1/operators/:name', admin('operator.change')],
  ['PUT /api/v1/operators/:name/password', admin('operator.password')],
  ['DELETE /api/v1/operators/:name', admin('operator.remove')],
  ['GET /api/v1/keys', { role: 'admin' }],
  ['POST /api/v1/keys', admin('key.add')],
  ['DELETE /api/v1/keys/:keyId', admin('key.revoke')],
  ['GET /api/v1/export', admin('registry.export')],
  ['POST /api/v1/import', admin('registry.import')],
]);

/** The entry of a route pattern; HEAD counts as GET. */
export function accessOf(method: string, pattern: string): Access | undefined {
  return ACCESS.get(`${method === 'HEAD' ? 'GET' : method} ${pattern}`);
}
