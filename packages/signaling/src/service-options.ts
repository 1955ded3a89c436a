/** @module Options of the service. */
import type { Clock, IceServer } from '@longwire/protocol';
import type { Limits } from './config/limits.ts';
import type { LogOutput } from './http/create-http.ts';
import type { MetricsAccess } from './http/routes/health-routes.ts';
import type { TurnOptions } from './ice/turn-servers.ts';
import type { SessionLifetime } from './operators/operator-session-extender.ts';
import type { Admission } from './ports/admission.ts';
import type { IceProvider } from './ports/ice.ts';
import type { Presence } from '@longwire/cluster';
import type { Retention } from './registry/retention-job.ts';
import type { TlsOptions } from './tls/tls-options.ts';

/** Options of the service; only the database is required. */
export interface ServiceOptions {
  /** The registry: a SQLite file, or a `postgres://` URL. */
  readonly database: string;
  /** How much of the audit table is kept; default ninety days, and at most a million rows. */
  readonly retention?: Retention | undefined;
  /** Address to listen on; default 127.0.0.1. */
  readonly host?: string;
  /** Port to listen on; default 0, any free one. */
  readonly port?: number;
  /**
   * Lets the service terminate TLS and speak HTTP/2, with a certificate from files, from an ACME server, or
   * of an authority of its own; default: plain HTTP/1.1, for a proxy or this machine.
   */
  readonly tls?: TlsOptions | undefined;
  /** Directory of the console's built files, `false` to serve none; default the console of this package. */
  readonly console?: string | false | undefined;
  /** ICE servers for clients and devices; default none. */
  readonly iceServers?: readonly IceServer[];
  /**
   * A TURN server that shares a secret with the service: each end of each session gets its own credentials;
   * default none.
   */
  readonly turn?: TurnOptions | undefined;
  /**
   * The address that devices use; their proofs must name its host. Default: the domain of the certificate.
   * Without both, the host that each device
   * claims is not verified.
   */
  readonly publicUrl?: string | undefined;
  /**
   * `https://*.devices.example`: the hosts of the devices' own pages; `none` turns them off. Default
   * `http://*.localhost` if only this machine can reach the service, `https://*.NAME.local` with an authority
   * of its own.
   */
  readonly deviceOrigin?: string | undefined;
  /** Origins of pages that may connect; default any. */
  readonly allowedOrigins?: readonly string[];
  /** Whether X-Forwarded-For is trusted: only behind a proxy that sets it. */
  readonly trustProxy?: boolean;
  /** Whether keys of JWT issuers may be fetched from private addresses and over plain HTTP; default false. */
  readonly allowPrivateIssuers?: boolean | undefined;
  /**
   * Origins of push services that may be private and plain HTTP, such as one of your own; default none: only https at public addresses.
   */
  readonly pushServices?: readonly string[];
  /**
   * Compatibility: whether operators may create connection tokens of twelve characters (docs/adr/0052);
   * default false.
   */
  readonly allowShortTokens?: boolean | undefined;
  readonly limits?: Partial<Limits>;
  /** The Redis through which the nodes of one service find each other; default: a single node. */
  readonly redis?: RedisOptions | undefined;
  /** Who may read `/metrics` besides this machine; default: no one. */
  readonly metricsAccess?: MetricsAccess | undefined;
  /** How long an operator stays logged in. */
  readonly sessionLifetime?: SessionLifetime | undefined;
  /** Default: silent. */
  readonly log?: LogOutput | undefined;
  readonly clock?: Clock;
  /** Wraps the registry's admission decisions. */
  readonly admission?: (standard: Admission) => Admission;
  /** Replaces the in-memory presence. */
  readonly presence?: Presence;
  /** Replaces the configured ICE servers. */
  readonly ice?: IceProvider;
}

/** The Redis that the nodes of one service share. */
export interface RedisOptions {
  /** `redis://` or `rediss://`, with user and password if Redis requires them. */
  readonly url: string;
  /** Prefix of all keys; services that share a Redis need different ones. Default `lw:`. */
  readonly prefix?: string | undefined;
}
