/** @module What the routes of the API are made of. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify';
import { ANONYMOUS, type Identity } from '../operators/identity.ts';
import type { AuditEvent } from '../ports/audit.ts';
import type { LiveDirectory } from '../ports/live.ts';
import type { Registry } from '../ports/registry.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route's body is JSON lines. */
    readonly takesLines?: boolean;
  }
  interface FastifyRequest {
    /** Who asks, as far as was found out. */
    identity: Identity;
    /** About whom a change was, beyond what the path says: for its row of the audit record. */
    target: AuditTarget;
  }
}

/** About whom, in the audit record. */
export type AuditTarget = Pick<AuditEvent, 'productId' | 'deviceId' | 'tokenId' | 'detail'>;

/** The part of the registry that the API works on. */
export type ApiRegistry = Pick<
  Registry,
  | 'products'
  | 'devices'
  | 'tokens'
  | 'operators'
  | 'apiKeys'
  | 'operatorSessions'
  | 'audit'
  | 'exportAll'
  | 'importAll'
>;

/** What the routes work on. */
export interface ApiPorts {
  readonly registry: ApiRegistry;
  readonly live: LiveDirectory;
  /** Whether connection tokens of twelve characters may be made. */
  readonly allowShortTokens: boolean;
}

/** The server, with handlers typed by their schemas. */
export type Api = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

/** Under which everything of the API is. */
export const API_PREFIX = '/api/v1';

/** Gives each request its fields. */
export function decorateRequests(app: Pick<FastifyInstance, 'decorateRequest' | 'addHook'>): void {
  app.decorateRequest('identity');
  app.decorateRequest('target');
  app.addHook('onRequest', async (request) => {
    request.identity = ANONYMOUS;
    request.target = {};
  });
}
