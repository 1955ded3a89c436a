/** @module What a service can be told. */
import type { IceServer } from '@longwire/protocol';
import type { Clock } from './clock/clock.ts';
import type { Limits } from './config/limits.ts';
import type { LogOutput } from './http/create-http.ts';
import type { CertificatePaths } from './http2/certificate-files.ts';
import type { MetricsAccess } from './http/routes/health-routes.ts';
import type { TurnOptions } from './ice/turn-servers.ts';
import type { SessionLifetime } from './operators/session-keeper.ts';
import type { Admission } from './ports/admission.ts';
import type { IceProvider } from './ports/ice.ts';
import type { Presence } from './ports/presence.ts';
import type { Retention } from './registry/housekeeper.ts';

/** The options of a service; only the database is needed. */
export interface ServiceOptions {
  /** The registry: a SQLite file, or a `postgres://` URL. */
  readonly database: string;
  /** How much of the audit table is kept; default ninety days, and a million rows at most. */
  readonly retention?: Retention | undefined;
  /** Address to listen on; default 127.0.0.1. */
  readonly host?: string;
  /** Port to listen on; default 0, any free one. */
  readonly port?: number;
  /** The service ends TLS itself, and speaks HTTP/2 there; default: it speaks plain HTTP/1.1, to a proxy or to this machine. */
  readonly tls?: CertificatePaths | undefined;
  /** Directory of the console's built files. */
  readonly console?: string | undefined;
  /** What clients and devices are told to use; default none. */
  readonly iceServers?: readonly IceServer[];
  /** A TURN server that shares a secret with the service: each end of each session gets credentials of its own; default none. */
  readonly turn?: TurnOptions | undefined;
  /** The address by which devices know the service; their proofs must name its host. Without it, the host that each device says it dialled. */
  readonly publicUrl?: string | undefined;
  /** `https://*.devices.example`: the hosts of the devices' own pages; `none` for none. Default `http://*.localhost` where only this machine reaches the service. */
  readonly deviceOrigin?: string | undefined;
  /** Origins of pages that may connect; default any. */
  readonly allowedOrigins?: readonly string[];
  /** Whether X-Forwarded-For is believed: only behind a proxy that sets it. */
  readonly trustProxy?: boolean;
  /** Whether the keys of jwt issuers may be fetched from addresses that are not public, and over plain HTTP; default: neither. */
  readonly allowPrivateIssuers?: boolean | undefined;
  /** Compatibility: whether operators may make connection tokens of twelve characters (docs/adr/0052); default false. */
  readonly allowShortTokens?: boolean | undefined;
  readonly limits?: Partial<Limits>;
  /** By which the nodes of one service find each other; default: there is one node. */
  readonly redis?: RedisOptions | undefined;
  /** Who may read `/metrics` besides this machine; default nobody. */
  readonly metricsAccess?: MetricsAccess | undefined;
  /** How long an operator stays logged in. */
  readonly sessionLifetime?: SessionLifetime | undefined;
  /** Default: silent. */
  readonly log?: LogOutput | undefined;
  readonly clock?: Clock;
  /** Replaces the decision by the registry. */
  readonly admission?: (standard: Admission) => Admission;
  /** Replaces presence in memory. */
  readonly presence?: Presence;
  /** Replaces the ICE servers of the options. */
  readonly ice?: IceProvider;
}

/** The Redis that the nodes of one service share. */
export interface RedisOptions {
  /** `redis://` or `rediss://`, with user and password where Redis wants them. */
  readonly url: string;
  /** What all keys begin with; services that share a Redis differ in it. Default `lw:`. */
  readonly prefix?: string | undefined;
}
