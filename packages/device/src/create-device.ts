/** @module Puts a device together. */
import {
  redactingLogger,
  signalingUrl,
  silentLogger,
  type Emitter,
  type IceServer,
  type Logger,
} from '@longwire/protocol';
import { DEFAULT_SESSION_LIMITS, type SessionLimits } from './agent/admit-session.ts';
import { Agent } from './agent/agent.ts';
import type { BackOffPolicy } from './agent/back-off.ts';
import { SessionRegistry, type NewSession } from './agent/session-registry.ts';
import { PasswordLogins } from './auth/password-logins.ts';
import type { LoginRates } from './auth/login-limits.ts';
import type { SessionIdentity } from './auth/session-identity.ts';
import { registerDeviceResources } from './coap/register-resources.ts';
import { Router } from './coap/router.ts';
import { Device, type DeviceEvents } from './device.ts';
import { createEmitter } from './events/create-emitter.ts';
import type { IamConfig } from './iam/iam-config.ts';
import { Iam } from './iam/iam.ts';
import type { StateStore } from './iam/state-store.ts';
import type { Identity } from './identity/identity.ts';
import { onlyLoopbackAddress } from './peer/loopback.ts';
import type { TrackRights } from './session/plan-line.ts';
import { registerTrackResources } from './session/register-track-resources.ts';
import { Session } from './session/session.ts';
import { TrackCatalog } from './session/track-catalog.ts';
import { openStateFile } from './store/state-file.ts';

/** What a device is made with. */
export interface DeviceOptions {
  /** `ws://` or `wss://`. */
  readonly signalingServerUrl: string;
  readonly productId: string;
  readonly deviceId: string;
  readonly identity: Identity;
  /** What keeps users and settings, or the file they are in. */
  readonly store: StateStore | string;
  /** Roles and policies; those of the default configuration unless given. */
  readonly iamConfig?: IamConfig;
  readonly appName?: string;
  readonly appVersion?: string;
  /** Silent unless given. */
  readonly logger?: Logger;
  /** Used besides those that the service names for a session. */
  readonly iceServers?: readonly IceServer[];
  /** The address that peer connections use; all interfaces unless given, loopback where there is nothing else. */
  readonly bindAddress?: string;
  readonly sessionLimits?: Partial<SessionLimits>;
  readonly loginRates?: LoginRates;
  readonly backOff?: BackOffPolicy;
}

/** What the parts of one device share. */
interface Core {
  readonly logger: Logger;
  readonly iam: Iam;
  readonly router: Router;
  readonly catalog: TrackCatalog;
  readonly events: Emitter<DeviceEvents>;
  /** The session that each connected client is in. */
  readonly sessions: WeakMap<SessionIdentity, Session>;
}

/** Makes a device. It does nothing until it is started. @throws EdgeError ERR_SIGNALING_URL, ERR_STORE_READ */
export function createDevice(options: DeviceOptions): Device {
  const { signalingServerUrl, productId, deviceId, identity } = options;
  signalingUrl(signalingServerUrl);
  const core = createCore(options);
  const { logger, iam, router, catalog, events } = core;
  const agent = new Agent({
    service: signalingServerUrl,
    productId,
    deviceId,
    key: identity.key,
    logger,
    ...given('backOff', options.backOff),
  });
  const registry = new SessionRegistry({
    limits: { ...DEFAULT_SESSION_LIMITS, ...options.sessionLimits },
    logger,
    createSession: sessionFactory(options, core),
    isKnown: ({ identity: who }) => who !== undefined && iam.userOf(who) !== undefined,
    send: (message) => agent.send(message),
  });
  agent.on('message', (message) => registry.handleMessage(message));
  agent.on('attached', () => events.emit('attached'));
  agent.on('detached', (loss) => {
    registry.handleDetached();
    events.emit('detached', loss);
  });
  iam.on('change', () => registry.recheck());
  registerResources(options, core);
  return new Device({ agent, registry, router, catalog, iam, events });
}

function createCore(options: DeviceOptions): Core {
  const { store, iamConfig } = options;
  const logger = redactingLogger(options.logger ?? silentLogger);
  const iam = new Iam({
    store: typeof store === 'string' ? openStateFile(store) : store,
    logger,
    ...given('config', iamConfig),
  });
  return {
    logger,
    iam,
    router: new Router({ guard: iam, logger }),
    catalog: new TrackCatalog(),
    events: createEmitter(logger),
    sessions: new WeakMap(),
  };
}

/** Makes the sessions of a device, each heard by it from its first moment. */
function sessionFactory(options: DeviceOptions, core: Core): (request: NewSession) => Session {
  const { logger, iam, router, catalog, events, sessions } = core;
  const bindAddress = options.bindAddress ?? onlyLoopbackAddress();
  return ({ iceServers, ...request }) => {
    const session = new Session({
      ...request,
      iceServers: [...iceServers, ...(options.iceServers ?? [])],
      router,
      catalog,
      rightsOf: (who) => trackRights(iam, who),
      logger,
      bindAddress,
    });
    session.on('connected', (who) => {
      sessions.set(who, session);
      events.emit('session', who);
    });
    session.on('channel', (channel) => {
      if (session.identity === undefined || !events.has('channel')) channel.close();
      else events.emit('channel', { channel, session: session.identity });
    });
    return session;
  };
}

/** The resources that every device has; an application's own come after them. */
function registerResources(options: DeviceOptions, core: Core): void {
  const { productId, deviceId, identity, loginRates, appName, appVersion } = options;
  const { logger, iam, router, catalog, sessions } = core;
  registerDeviceResources(router, {
    iam,
    identity,
    logins: new PasswordLogins({ iam, logger, ...given('rates', loginRates) }),
    info: { productId, deviceId, ...given('appName', appName), ...given('appVersion', appVersion) },
  });
  registerTrackResources(router, { guard: iam, catalog, sessionOf: (who) => sessions.get(who) });
}

function trackRights(iam: Iam, who: SessionIdentity): TrackRights {
  return {
    see: iam.isAllowed(who, 'Webrtc:VideoStream'),
    hear: iam.isAllowed(who, 'Webrtc:AudioStream'),
    talk: iam.isAllowed(who, 'Webrtc:Talk'),
  };
}

/** An option that is passed on only if it was given. */
function given<K extends string, V>(name: K, value: V | undefined): { [P in K]?: V } {
  const options: { [P in K]?: V } = {};
  if (value !== undefined) options[name] = value;
  return options;
}
