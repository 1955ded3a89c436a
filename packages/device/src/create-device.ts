/** @module Creates a device from its parts. */
import { given, redactingLogger, silentLogger, type Emitter, type Logger } from '@longwire/protocol';
import { NO_EVENT_STORE, openEventFile } from './activity/event-file.ts';
import { EventLog } from './activity/event-log.ts';
import { PushSender } from './activity/push/push-sender.ts';
import { registerPushResources } from './activity/push/register-push-resources.ts';
import { EVENTS_ACTION, EVENTS_PATH, registerEventResources } from './activity/register-event-resources.ts';
import { recordVisits } from './activity/record-visits.ts';
import { Agent } from './agent/agent.ts';
import { webSocketOpener } from './agent/attachment-socket.ts';
import { SessionRegistry, type NewSession } from './agent/session-registry.ts';
import { completeSessionLimits } from './agent/session-limits.ts';
import type { PlaceUser } from './agent/session-place.ts';
import { TokenAnnouncer, type HeldToken } from './agent/token-announcer.ts';
import { OauthLogins } from './auth/oauth/oauth-logins.ts';
import { createTokenVerifier } from './auth/oauth/token-verifier.ts';
import { PasswordLogins } from './auth/password-logins.ts';
import type { SessionIdentity } from './auth/session-identity.ts';
import { checkOptions } from './check-options.ts';
import { AppRoutes } from './coap/app-routes.ts';
import { registerDeviceResources } from './coap/register-resources.ts';
import { Router } from './coap/router.ts';
import type { DeviceOptions } from './device-options.ts';
import { Device } from './device.ts';
import { createEmitter } from './events/create-emitter.ts';
import type { DeviceEvents } from './events/device-events.ts';
import { DeviceSessions } from './events/device-sessions.ts';
import { AccessWatch } from './iam/access-watch.ts';
import { Iam } from './iam/iam.ts';
import { onlyLoopbackAddress } from './peer/bind-address.ts';
import type { TrackRights } from './session/plan-line.ts';
import { registerQualityResource } from './session/register-quality-resource.ts';
import { registerTrackResources } from './session/register-track-resources.ts';
import { Session } from './session/session.ts';
import { TrackCatalog } from './session/track-catalog.ts';
import { holdState, type HeldState } from './store/hold-state.ts';
import { registerStreamResources } from './stream/register-stream-resources.ts';
import { StreamCatalog } from './stream/stream-catalog.ts';
import { systemClock } from './time/system-clock.ts';
import type { IamState } from './iam/iam-state.ts';

/** The parts that the components of one device share. */
interface Core {
  readonly logger: Logger;
  readonly iam: Iam;
  /** The built-in resources. */
  readonly router: Router;
  readonly routes: AppRoutes;
  readonly catalog: TrackCatalog;
  readonly streams: StreamCatalog;
  readonly events: Emitter<DeviceEvents>;
  readonly sessions: DeviceSessions;
  readonly log: EventLog;
  readonly releaseState: HeldState['release'];
}

/** Creates a device. It does nothing until it is started. @throws EdgeError ERR_DEVICE_OPTIONS, ERR_SIGNALING_URL, ERR_STORE_READ, ERR_IN_USE */
export function createDevice(options: DeviceOptions): Device {
  const { signalingServerUrl, productId, deviceId, identity } = options;
  checkOptions(options);
  const core = createCore(options);
  const { logger, iam, routes, catalog, streams, events, sessions, log, releaseState } = core;
  const agent = new Agent({
    service: signalingServerUrl,
    productId,
    deviceId,
    key: identity.key,
    logger,
    openSocket: webSocketOpener(options),
    ...given({ backOff: options.backOff }),
  });
  const registry = new SessionRegistry({
    limits: completeSessionLimits(options.sessionLimits ?? {}),
    logger,
    createSession: sessionFactory(options, core),
    userOf: ({ identity: who }) => (who === undefined ? undefined : placeUser(iam, who)),
    isTokenProven: (tokenId) => iam.isTokenProven(tokenId),
    send: (message) => agent.send(message),
  });
  const announcer = new TokenAnnouncer({
    tokens: () => heldTokens(iam.state),
    send: (message) => agent.send(message),
    logger,
  });
  agent.on('message', (message) => registry.handleMessage(message));
  agent.on('answer', (answer) => announcer.handleAnswer(answer));
  const pushes = new PushSender({
    iam,
    info: { productId, deviceId },
    send: (message) => agent.send(message),
    logger,
    action: EVENTS_ACTION,
    log,
  });
  agent.on('pushresult', (result) => pushes.handleResult(result));
  agent.on('tokensrevoked', (tokenIds) => registry.handleTokensRevoked(tokenIds));
  agent.on('attached', (features, pushKey) => {
    registry.handleAttached(features);
    announcer.handleAttached(features);
    pushes.handleAttached(features, pushKey);
    events.emit('attached');
  });
  agent.on('detached', (loss) => {
    announcer.handleDetached();
    pushes.handleDetached();
    registry.handleDetached();
    events.emit('detached', loss);
  });
  agent.on('closed', () => announcer.handleDetached());
  iam.on('change', () => {
    registry.recheck();
    announcer.handleChange();
  });
  registerResources(options, core);
  registerPushResources(routes, { iam, sender: pushes, path: EVENTS_PATH, action: EVENTS_ACTION });
  recordVisits({ log, events });
  const accessWatch = new AccessWatch({ iam, clock: systemClock, logger });
  return new Device({
    agent,
    announcer,
    registry,
    routes,
    catalog,
    streams,
    iam,
    accessWatch,
    events,
    sessions,
    log,
    pushes,
    releaseState,
  });
}

function createCore(options: DeviceOptions): Core {
  const { store, iamConfig, deviceId, events: eventFile } = options;
  const logger = redactingLogger(options.logger ?? silentLogger);
  const held = typeof store === 'string' ? holdState(store) : { store, release: () => undefined };
  const iam: Iam = new Iam({
    store: held.store,
    logger,
    openSessions: () => sessions.identities,
    ...given({ config: iamConfig }),
  });
  const events = createEmitter<DeviceEvents>(logger);
  const router = new Router({ guard: iam, logger });
  const sessions = new DeviceSessions({ events, userOf: (who) => iam.userOf(who) });
  return {
    logger,
    iam,
    router,
    routes: new AppRoutes({ guard: iam, logger, builtIn: router, title: deviceId }),
    catalog: new TrackCatalog(),
    streams: new StreamCatalog(),
    events,
    sessions,
    log: new EventLog({
      store: eventFile === undefined ? NO_EVENT_STORE : openEventFile(eventFile, logger),
      logger,
    }),
    releaseState: held.release,
  };
}

/** Creates the sessions of a device; each one's events are followed from its start. */
function sessionFactory(options: DeviceOptions, core: Core): (request: NewSession) => Session {
  const { logger, iam, routes, catalog, streams, sessions } = core;
  const { maxBitsPerSecond } = options;
  const bindAddress = options.bindAddress ?? onlyLoopbackAddress();
  return ({ iceServers, ...request }) => {
    const session = new Session({
      ...request,
      iceServers: [...iceServers, ...(options.iceServers ?? [])],
      router: routes,
      catalog,
      rightsOf: (who) => trackRights(iam, who),
      streams: {
        catalog: streams,
        userOf: (who) => iam.userOf(who),
        isAllowed: (who, action) => iam.isAllowed(who, action),
      },
      logger,
      bindAddress,
      maxBitsPerSecond,
    });
    sessions.follow(session);
    return session;
  };
}

/** Registers the built-in resources; those of the application come after them. */
function registerResources(options: DeviceOptions, core: Core): void {
  const { productId, deviceId, identity, loginRates, oauth, appName, appVersion } = options;
  const { logger, iam, router, routes, catalog, streams, sessions, log } = core;
  registerDeviceResources(router, {
    iam,
    identity,
    logins: new PasswordLogins({ iam, logger, ...given({ rates: loginRates }) }),
    oauth: new OauthLogins({
      iam,
      verify: oauth === undefined ? undefined : createTokenVerifier({ oauth, logger }),
      logger,
      ...given({ rates: loginRates }),
    }),
    info: { productId, deviceId, ...given({ appName, appVersion }) },
  });
  registerTrackResources(router, { guard: iam, catalog, sessionOf: (who) => sessions.sessionOf(who) });
  registerQualityResource(router, {
    guard: iam,
    catalog,
    tracksOf: (who) => sessions.sessionOf(who)?.tracks,
  });
  registerStreamResources(router, { guard: iam, catalog: streams });
  registerEventResources(routes, { guard: iam, log });
}

/** The user of a session, for its place. A user who may assign roles is an administrator, whatever the role's name. */
function placeUser(iam: Iam, who: SessionIdentity): PlaceUser | undefined {
  const user = iam.userOf(who);
  if (user === undefined) return undefined;
  return { username: user.Username, isAdministrator: iam.isAllowed(who, 'IAM:SetUserRole') };
}

function trackRights(iam: Iam, who: SessionIdentity): TrackRights {
  return {
    see: iam.isAllowed(who, 'Webrtc:VideoStream'),
    hear: iam.isAllowed(who, 'Webrtc:AudioStream'),
    talk: iam.isAllowed(who, 'Webrtc:Talk'),
  };
}

/** The token of each user who has one. */
function heldTokens({ users }: IamState): HeldToken[] {
  return users.flatMap(({ username, sct }) => (sct === null ? [] : [{ username, token: sct }]));
}
