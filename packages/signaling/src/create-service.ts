/** @module Puts the service together. */
import type { AddressInfo } from 'node:net';
import { EdgeError, type IceServer } from '@longwire/protocol';
import type { FastifyInstance } from 'fastify';
import { RegistryAdmission } from './admission/registry-admission.ts';
import { systemClock, type Clock } from './clock/clock.ts';
import { DEFAULT_LIMITS, type Limits } from './config/limits.ts';
import { createHttp, type LogOutput } from './http/create-http.ts';
import { configuredIceServers } from './ice/ice-servers.ts';
import { JwtVerifier } from './jwt/jwt-verifier.ts';
import { MemoryPresence } from './presence/memory-presence.ts';
import type { Admission } from './ports/admission.ts';
import type { IceProvider } from './ports/ice.ts';
import type { Presence } from './ports/presence.ts';
import { openRegistry, type Registry } from './registry/registry.ts';
import { Relay } from './relay/relay.ts';

/** Addresses at which no other machine reaches the service. */
const LOOPBACK = /^(?:localhost|127\..*|::1)$/;

/** The options of a service; only the database is needed. */
export interface ServiceOptions {
  /** The registry's file. */
  readonly database: string;
  /** Address to listen on; default 127.0.0.1. */
  readonly host?: string;
  /** Port to listen on; default 0, any free one. */
  readonly port?: number;
  /** Directory of the console's built files. */
  readonly console?: string | undefined;
  /** What clients and devices are told to use; default none. */
  readonly iceServers?: readonly IceServer[];
  /** The address by which devices know the service; their proofs must name its host. Without it, the host that each device says it dialled. */
  readonly publicUrl?: string | undefined;
  /** Origins of pages that may connect; default any. */
  readonly allowedOrigins?: readonly string[];
  /** Whether X-Forwarded-For is believed: only behind a proxy that sets it. */
  readonly trustProxy?: boolean;
  readonly limits?: Partial<Limits>;
  /** Default: silent. */
  readonly log?: LogOutput | undefined;
  readonly clock?: Clock;
  /** Replaces the decision by the registry. */
  readonly admission?: (standard: Admission) => Admission;
  /** Replaces presence in memory. */
  readonly presence?: Presence;
  /** Replaces the fixed list of ICE servers. */
  readonly ice?: IceProvider;
}

/** A running service. */
export interface Service extends AsyncDisposable {
  /** `http://host:port` as it listens. */
  readonly url: string;
  readonly registry: Registry;
  /** Stops taking connections, closes all sockets with 1012, then the rest; a second call waits for the first. */
  close(): Promise<void>;
}

/** Starts a service; it listens when the promise resolves. @throws EdgeError ERR_DATABASE, ERR_CONFIG, ERR_LISTEN */
export async function createService(options: ServiceOptions): Promise<Service> {
  const publicHost = options.publicUrl === undefined ? undefined : hostOf(options.publicUrl);
  await using startup = new AsyncDisposableStack();
  const clock = options.clock ?? systemClock;
  const now = (): number => clock.now();
  const registry = startup.use(await openRegistry(options.database, now));
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const http = await createHttp({ console: options.console, log: options.log, limits });
  startup.defer(() => http.close());
  const admission = new RegistryAdmission({ registry, jwtVerifier: new JwtVerifier(now), now });
  const relay = new Relay({
    ports: {
      admission: options.admission?.(admission) ?? admission,
      presence: options.presence ?? new MemoryPresence(),
      ice: options.ice ?? configuredIceServers(options.iceServers ?? []),
      clock,
      log: http.log,
      limits,
    },
    allowedOrigins: options.allowedOrigins ?? [],
    publicHost,
    trustProxy: options.trustProxy ?? false,
  });
  http.server.on('upgrade', (request, socket, head) => relay.handleUpgrade(request, socket, head));
  startup.defer(() => relay.close());
  const host = options.host ?? '127.0.0.1';
  if (publicHost === undefined && !LOOPBACK.test(host)) {
    http.log.warn(
      { host },
      'no public URL is set: the host that a device names in its proof is taken on trust',
    );
  }
  const url = await listen(http, host, options.port ?? 0);
  return serviceOf(url, registry, startup.move());
}

/** Closing goes backwards through the start: sockets, HTTP, registry. */
function serviceOf(url: string, registry: Registry, resources: AsyncDisposableStack): Service {
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => (closing ??= resources.disposeAsync());
  return { url, registry, close, [Symbol.asyncDispose]: close };
}

async function listen(http: FastifyInstance, host: string, port: number): Promise<string> {
  try {
    await http.listen({ host, port, listenTextResolver: () => 'listening' });
  } catch (cause) {
    throw new EdgeError('ERR_LISTEN', `address expected a free one, got ${host} port ${port}`, { cause });
  }
  return urlOf(http.addresses());
}

function urlOf(addresses: readonly (AddressInfo | string)[]): string {
  const address = addresses.find((candidate) => typeof candidate === 'object');
  if (address === undefined) throw new EdgeError('ERR_LISTEN', 'address expected after listening, got none');
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return `http://${host}:${address.port}`;
}

function hostOf(publicUrl: string): string {
  const url = URL.parse(publicUrl);
  if (url === null || url.host === '') {
    throw new EdgeError('ERR_CONFIG', 'public URL expected an address such as https://example.org');
  }
  return url.host;
}
