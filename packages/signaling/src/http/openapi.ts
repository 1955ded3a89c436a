/** @module The OpenAPI document, generated from the schemas that validate requests. */
import fastifySwagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { accessOf } from './access-table.ts';
import { API_PREFIX, type Api } from './api.ts';
import { SESSION_COOKIE } from './session-cookie.ts';

const INFO = {
  title: 'Longwire signaling service',
  version: '1',
  description:
    'Products, devices, tokens, sessions, audit and operators of one signaling service. Errors are `{"error": {"code", "message"}, "requestId"}`.',
};

const SECURITY_SCHEMES = {
  key: { type: 'http', scheme: 'bearer', description: 'an API key, `lwk_…`' },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: SESSION_COOKIE,
    description: 'the session of an operator; changes need an Origin of the service itself',
  },
} as const;

/** Collects routes that are added afterwards, and builds the document of those under the API prefix. */
export async function describeApi(app: FastifyInstance): Promise<void> {
  await app.register(fastifySwagger, {
    openapi: { openapi: '3.1.0', info: INFO, components: { securitySchemes: SECURITY_SCHEMES } },
    transform: ({ schema, url, route }) => {
      if (!url.startsWith(`${API_PREFIX}/`)) return { schema: { ...schema, hide: true }, url };
      const role = accessOf(String(route.method), url)?.role;
      if (role === 'public' || role === 'own') return { schema: { ...schema, security: [] }, url };
      const security = [{ key: [] }, { session: [] }];
      return { schema: { ...schema, security, description: `Needs the role ${role ?? ''}.` }, url };
    },
  });
}

/** Adds the route of the document itself. */
export function documentRoute(app: Api): void {
  app.get(
    `${API_PREFIX}/openapi.json`,
    {
      schema: {
        tags: ['about'],
        summary: 'this document',
        response: { 200: Type.Unsafe<object>({ type: 'object', additionalProperties: true }) },
      },
    },
    async () => app.swagger(),
  );
}
