/** @module Types that all routes share. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest, RawServerDefault } from 'fastify';
import { ANONYMOUS, type Identity } from '../operators/identity.ts';
import type { AuditEvent } from '../ports/audit.ts';
import type { LiveDirectory } from '@longwire/cluster';
import type { ImportResult, Registry, RegistryStores } from '../ports/registry.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route's body is JSON lines. */
    readonly takesLines?: boolean;
  }
  interface FastifyRequest {
    /** The authenticated caller. */
    identity: Identity;
    /** What a change was about, in addition to the path, for the audit record. */
    target: AuditTarget;
    /** Whether the change has its audit row. */
    isRecorded: boolean;
  }
}

/** The subject of an audit row. */
export type AuditTarget = Pick<AuditEvent, 'productId' | 'deviceId' | 'tokenId' | 'detail'>;

/** The part of the registry that the API uses. */
export type ApiRegistry = Pick<
  Registry,
  | 'products'
  | 'devices'
  | 'tokens'
  | 'operators'
  | 'apiKeys'
  | 'operatorSessions'
  | 'audit'
  | 'recorded'
  | 'exportAll'
  | 'importAll'
>;

/** What the routes need. */
export interface ApiPorts {
  readonly registry: ApiRegistry;
  readonly live: LiveDirectory;
  /** Makes a change and writes its audit row, both or neither; `act` sets the target of the request. */
  readonly change: <T>(request: FastifyRequest, act: (stores: RegistryStores) => Promise<T>) => Promise<T>;
  /** Adds an export, with its audit row. */
  readonly importLines: (request: FastifyRequest, lines: Iterable<string>) => Promise<ImportResult>;
  /** Whether connection tokens of twelve characters may be created. */
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

/** Path prefix of the API. */
export const API_PREFIX = '/api/v1';

/** Adds these fields to each request. */
export function decorateRequests(app: Pick<FastifyInstance, 'decorateRequest' | 'addHook'>): void {
  app.decorateRequest('identity');
  app.decorateRequest('target');
  app.decorateRequest('isRecorded', false);
  app.addHook('onRequest', async (request) => {
    request.identity = ANONYMOUS;
    request.target = {};
  });
}
