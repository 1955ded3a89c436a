/** @module Puts a device together. */
import { redactingLogger, signalingUrl, silentLogger, type IceServer, type Logger } from '@longwire/protocol';
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

/** Makes a device. It does nothing until it is started. @throws EdgeError ERR_SIGNALING_URL, ERR_STORE_READ */
export function createDevice(options: DeviceOptions): Device {
  const { signalingServerUrl, productId, deviceId, identity } = options;
  signalingUrl(signalingServerUrl);
  const logger = redactingLogger(options.logger ?? silentLogger);
  const store = typeof options.store === 'string' ? openStateFile(options.store) : options.store;
  const iam = new Iam({ store, logger, ...given('config', options.iamConfig) });
  const router = new Router({ guard: iam, logger });
  const catalog = new TrackCatalog();
  const events = createEmitter<DeviceEvents>(logger);
  const agent = new Agent({
    service: signalingServerUrl,
    productId,
    deviceId,
    key: identity.key,
    logger,
    ...given('backOff', options.backOff),
  });

  const sessions = new WeakMap<SessionIdentity, Session>();
  const bindAddress = options.bindAddress ?? onlyLoopbackAddress();
  const createSession = ({ iceServers, ...request }: NewSession): Session => {
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
  const registry = new SessionRegistry({
    limits: { ...DEFAULT_SESSION_LIMITS, ...options.sessionLimits },
    logger,
    createSession,
    isKnown: ({ identity: who }) => who !== undefined && iam.userOf(who) !== undefined,
    send: (message) => agent.send(message),
  });
  agent.on('message', (message) => registry.handleMessage(message));
  agent.on('attached', () => events.emit('attached'));
  agent.on('detached', (event) => {
    registry.handleDetached();
    events.emit('detached', event);
  });
  iam.on('change', () => registry.recheck());

  registerDeviceResources(router, {
    iam,
    identity,
    logins: new PasswordLogins({ iam, logger, ...given('rates', options.loginRates) }),
    info: {
      productId,
      deviceId,
      ...given('appName', options.appName),
      ...given('appVersion', options.appVersion),
    },
  });
  registerTrackResources(router, { guard: iam, catalog, sessionOf: (who) => sessions.get(who) });
  return new Device({ agent, registry, router, catalog, iam, events });
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
