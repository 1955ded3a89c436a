/** @module Creates the service from its components. */
import { randomUUID } from 'node:crypto';
import type { Http2ServerRequest } from 'node:http2';
import type { Duplex } from 'node:stream';
import { AsyncDisposables, clockOf, waitFor, type Clock } from '@longwire/protocol';
import type { FastifyInstance } from 'fastify';
import { RegistryAdmission } from './admission/registry-admission.ts';
import { createCluster, type Cluster, type ClusterOptions } from '@longwire/cluster';
import { DeferredDirectory } from './presence/deferred-directory.ts';
import { DEFAULT_LIMITS, type Limits } from './config/limits.ts';
import { isLoopbackHost } from './config/loopback-host.ts';
import { parsePublicUrl } from './config/public-url.ts';
import { createDeviceOrigins } from './device-origin/create-device-origins.ts';
import { createHttp } from './http/create-http.ts';
import { Readiness } from './http/readiness.ts';
import { ConnectHandshake } from './http2/connect-handshake.ts';
import { configuredIceServers } from './ice/ice-servers.ts';
import { turnServers } from './ice/turn-servers.ts';
import { JwtVerifier } from './jwt/jwt-verifier.ts';
import { listen } from './listen.ts';
import { eventLog } from './log/event-log.ts';
import { errorFields } from './log/log.ts';
import { ServiceMetrics } from './metrics/service-metrics.ts';
import { MemoryPresence } from './presence/memory-presence.ts';
import type { Admission } from './ports/admission.ts';
import type { IceProvider } from './ports/ice.ts';
import type { Registry } from './ports/registry.ts';
import { WebPush } from './push/web-push.ts';
import { DEFAULT_RETENTION, startRetentionJob } from './registry/retention-job.ts';
import { openRegistry } from './registry/registry.ts';
import type { Handshake } from './relay/handshake.ts';
import { Relay } from './relay/relay.ts';
import { UpgradeHandshake } from './relay/upgrade-handshake.ts';
import { ConnectionGate } from './request/connection-gate.ts';
import { RevocationWatcher } from './revocation/revocation-watcher.ts';
import type { ServiceOptions } from './service-options.ts';
import { beginHttpsEntry, type HttpsEntry } from './tls/https-entry.ts';
import { loadSecureServing, openCertificateSource } from './tls/open-certificate-source.ts';

const UNKNOWN_HOST = "no public URL is set: the host in a device's proof is not verified";
const OWN_TLS_BEHIND_PROXY =
  'trust-proxy is set although the service terminates TLS itself: clients that connect without a proxy can forge their address';

/** A running service. */
export interface Service extends AsyncDisposable {
  /** `http://host:port` as it listens, `https://` where it ends TLS itself. */
  readonly url: string;
  readonly registry: Registry;
  /** How browsers reach it, if it gets or makes its certificate itself. */
  readonly entry: HttpsEntry | undefined;
  /** Reloads the certificate files now instead of at the next check (once a minute). */
  renewCertificate(): Promise<void>;
  /**
   * Stops being ready, refuses new sockets, closes all with 1012, completes requests in progress, then closes
   * the rest; a second call waits for the first.
   */
  close(): Promise<void>;
}

/** Starts a service; it listens when the promise resolves. @throws EdgeError ERR_DATABASE, ERR_CONFIG, ERR_LISTEN */
export async function createService(options: ServiceOptions): Promise<Service> {
  await using startup = new AsyncDisposables();
  const clock = options.clock ?? clockOf(globalThis);
  const now = (): number => clock.wall();
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const { host = '127.0.0.1', allowedOrigins = [], trustProxy = false } = options;
  const isLoopback = isLoopbackHost(host);

  const source = await openCertificateSource(options.tls, now());
  const secure = await loadSecureServing(options.tls, source);
  const publicUrl = options.publicUrl ?? source?.publicUrl(options.port ?? 0);
  const publicHost = publicUrl === undefined ? undefined : new URL(parsePublicUrl(publicUrl)).host;
  let log: FastifyInstance['log'] | undefined;
  const report = (error: Error, what: string): void => log?.warn(errorFields(error), what);
  const registry = startup.use(await openRegistry(options.database, now, { report }));
  const live = new DeferredDirectory();
  const readiness = new Readiness({
    database: () => registry.ready(),
    // readiness includes the other nodes only if there is a Redis
    ...(options.redis === undefined ? {} : { redis: () => live.requireOthers() }),
  });
  const metrics = metricsOf(registry, live, readiness);
  const deviceOrigins = await createDeviceOrigins(
    {
      publicUrl,
      deviceOrigin: options.deviceOrigin,
      allowedOrigins,
      // device pages use plain HTTP there, because a certificate for localhost covers no subdomains
      isLoopback: isLoopback && secure === undefined,
      localHost: source?.authority === undefined ? undefined : source,
      registry,
      clock,
    },
    () => http.server.address(),
  );
  let isDraining = false;
  const http: FastifyInstance = await createHttp({
    ...options,
    publicUrl,
    allowedOrigins,
    trustProxy,
    console: options.console,
    log: options.log,
    registry,
    live,
    metrics,
    readiness,
    limits,
    now,
    makeServer: secure?.makeServer,
    isDraining: () => isDraining,
    handleOtherHost: (request, response) =>
      source?.answerProbe?.(request, response) === true ||
      (deviceOrigins?.handle(request, response) ?? false),
    isLocal: source?.authority !== undefined,
    frameSource: () => deviceOrigins?.frameSource(),
  });
  startup.defer(() => http.close());
  ({ log } = http);
  const hasTls = secure !== undefined;
  const connections = new ConnectionGate({
    server: http.server,
    limits,
    trustProxy,
    clock,
    hasTls,
    webSockets: () => relay.size,
  });
  startup.use(
    startRetentionJob({ registry, retention: options.retention ?? DEFAULT_RETENTION, clock, report }),
  );

  const node = randomUUID();
  const cluster = startup.use(
    await joinCluster(options, {
      nodeId: node,
      logger: eventLog(http.log),
      clock,
      limits,
    }),
  );
  const { allowPrivateIssuers } = options;
  const jwtVerifier = new JwtVerifier({ now, allowPrivateIssuers, report });
  const standard = new RegistryAdmission({ registry, jwtVerifier, now });
  const admission = options.admission?.(standard) ?? standard;
  const push = new WebPush({
    key: await registry.pushKey(),
    publicUrl,
    namedOrigins: options.pushServices ?? [],
    clock,
    log: http.log,
  });
  const relay = new Relay({
    ports: {
      admission,
      presence: options.presence ?? cluster?.presence ?? new MemoryPresence(),
      ice: options.ice ?? iceProvider(options, now),
      recorded: async (act) => await registry.recorded(act),
      lastSeen: registry.lastSeen,
      audit: registry.audit,
      push,
      metrics,
      clock,
      log: http.log,
      limits,
    },
    allowedOrigins,
    publicUrl,
    publicHost,
    trustProxy,
    node,
  });
  live.connect(relay.live, cluster);
  startup.use(await watchRevocations({ registry, admission, relay, clock, log: http.log }));
  const take = (handshake: Handshake): void => {
    if (deviceOrigins?.isFor(handshake.request) === true) handshake.refuse(404);
    else relay.take(handshake);
  };
  const handleUpgraded = (socket: Duplex): void => connections.release(socket);
  http.server.on('upgrade', (request, socket, head) => {
    if (connections.isAnswering(socket)) socket.destroy();
    else take(new UpgradeHandshake({ request, socket, head, handleUpgraded }));
  });
  const handleConnect = (request: Http2ServerRequest): void =>
    take(new ConnectHandshake(request, (stream) => connections.hold(stream)));
  if (hasTls) startup.use(secure.begin({ clock, log, limits, connections, handleConnect }));

  startup.defer(() => connections.drain());
  startup.defer(async () => {
    // other nodes are notified first: for them the service restarts, instead of the device being gone
    await Promise.all([cluster?.leave(), relay.close()]);
  });
  startup.defer(async () => {
    isDraining = true;
    if (limits.drainDelayMs > 0) await pause(clock, limits.drainDelayMs);
  });
  if (publicHost === undefined && !isLoopback && source === undefined) http.log.warn({ host }, UNKNOWN_HOST);
  if (trustProxy && hasTls && !isLoopback) http.log.warn({ host }, OWN_TLS_BEHIND_PROXY);
  const url = await listen(http, { host, port: options.port ?? 0, scheme: hasTls ? 'https' : 'http' });
  const renewCertificate = async (): Promise<void> => await secure?.renew();
  const { tls } = options;
  const entry = startup.use(
    await beginHttpsEntry(source, { host, url, tls, limits, clock, log: http.log, reload: renewCertificate }),
  );
  return serviceOf({ url, registry, renewCertificate, entry }, startup.move());
}

function metricsOf(registry: Registry, live: DeferredDirectory, readiness: Readiness): ServiceMetrics {
  return new ServiceMetrics({
    devices: () => live.here?.devices().length ?? 0,
    sessions: () => live.here?.sessions().length ?? 0,
    auditBacklog: () => registry.audit.backlog,
    parts: () => readiness.parts(),
  });
}

async function joinCluster(
  { redis }: ServiceOptions,
  { limits, ...node }: Pick<ClusterOptions, 'nodeId' | 'logger' | 'clock'> & { readonly limits: Limits },
): Promise<Cluster | undefined> {
  if (redis === undefined) return undefined;
  return await createCluster({ ...node, redis, bufferedBytes: limits.bufferedBytes });
}

async function watchRevocations(parts: {
  readonly registry: Registry;
  readonly admission: Admission;
  readonly relay: Relay;
  readonly clock: Clock;
  readonly log: FastifyInstance['log'];
}): Promise<RevocationWatcher> {
  const { registry, admission, relay, clock, log } = parts;
  const { changes, audit } = registry;
  return await RevocationWatcher.start({ changes, devices: admission, live: relay.live, audit, clock, log });
}

function pause(clock: Clock, ms: number): Promise<void> {
  return waitFor({}, ({ resolve }) => clock.schedule(ms, resolve));
}

function iceProvider({ turn, iceServers = [] }: ServiceOptions, now: () => number): IceProvider {
  return turn === undefined
    ? configuredIceServers(iceServers)
    : turnServers({ ...turn, otherServers: iceServers, now });
}

/** Closes in reverse order of the start: sockets, HTTP, registry. */
function serviceOf(
  parts: Pick<Service, 'url' | 'registry' | 'renewCertificate' | 'entry'>,
  resources: AsyncDisposables,
): Service {
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => (closing ??= resources.disposeAsync());
  return { ...parts, close, [Symbol.asyncDispose]: close };
}
