/** @module A device as an application uses it. */
import { onAbort, specError, type Emitter } from '@longwire/protocol';
import type { EventLog } from './activity/event-log.ts';
import type { PushSender } from './activity/push/push-sender.ts';
import { checkNotification, type DeviceNotification } from './activity/notification.ts';
import type { Agent } from './agent/agent.ts';
import type { SessionRegistry } from './agent/session-registry.ts';
import type { TokenAnnouncer } from './agent/token-announcer.ts';
import { addActionResource, addValueResource } from './coap/add-resource.ts';
import type { AppRoutes, BodyRouteOptions, RouteHandler } from './coap/app-routes.ts';
import type { ActionResource, ValueResource } from './coap/described-resource.ts';
import type { Middleware } from './coap/middleware.ts';
import type { ObservableResource } from './coap/observable-resource.ts';
import type { PathParams } from './coap/path-params.ts';
import type { ObservableRouteOptions, RouteOptions } from './coap/route.ts';
import type { DeviceEvents } from './events/device-events.ts';
import type { DeviceSession } from './events/device-session.ts';
import type { DeviceSessions } from './events/device-sessions.ts';
import { followHealth } from './events/follow-health.ts';
import type { AccessWatch } from './iam/access-watch.ts';
import type { Iam } from './iam/iam.ts';
import type { AudioSink } from './media/audio-sink.ts';
import type { MediaSource } from './media/media-source.ts';
import type { TrackCatalog, TrackOptions } from './session/track-catalog.ts';
import type { StreamCatalog } from './stream/stream-catalog.ts';
import type { StreamHandler, StreamOptions } from './stream/stream-handler.ts';

/** The parts of a {@link Device}. */
export interface DeviceParts {
  readonly agent: Agent;
  readonly announcer: TokenAnnouncer;
  readonly registry: SessionRegistry;
  readonly routes: AppRoutes;
  readonly catalog: TrackCatalog;
  readonly streams: StreamCatalog;
  readonly iam: Iam;
  readonly accessWatch: AccessWatch;
  readonly events: Emitter<DeviceEvents>;
  readonly sessions: DeviceSessions;
  readonly log: EventLog;
  readonly pushes: PushSender;
  /** Other processes may change the state again. */
  readonly releaseState: () => void;
}

type DeviceState = 'idle' | 'started' | 'closed';

/** A device: routes, tracks, users, and the service through which clients reach it. */
export class Device {
  readonly #parts: DeviceParts;
  readonly #offs: (() => void)[] = [];
  #state: DeviceState = 'idle';

  constructor(parts: DeviceParts) {
    this.#parts = parts;
  }

  /** The device's users, roles and rights. */
  get iam(): Iam {
    return this.#parts.iam;
  }

  /** The connected clients, oldest first. */
  get sessions(): readonly DeviceSession[] {
    return this.#parts.sessions.all;
  }

  /**
   * Whether the service admits clients by the connection token of a user of this device; undefined where that cannot be known now:
   * it is not attached, or gets no answer before the signal aborts.
   */
  isTokenTaken(token: string, { signal }: { readonly signal: AbortSignal }): Promise<boolean | undefined> {
    return this.#parts.announcer.isTaken(token, { signal });
  }

  /**
   * Registers a handler for GET; with `observable: true` it returns the resource, whose `notify()` sends its observers the handler's new answer.
   * @throws EdgeError ERR_ROUTE for a malformed pattern or one that is taken.
   */
  get<Pattern extends string, Value>(
    pattern: Pattern,
    handler: RouteHandler<Pattern, Value>,
    options: ObservableRouteOptions,
  ): ObservableResource<PathParams<Pattern>>;
  get<Pattern extends string, Value>(
    pattern: Pattern,
    handler: RouteHandler<Pattern, Value>,
    options?: RouteOptions,
  ): this;
  get<Pattern extends string, Value>(
    pattern: Pattern,
    handler: RouteHandler<Pattern, Value>,
    options: RouteOptions & { readonly observable?: boolean } = {},
  ): this | ObservableResource {
    const { observable = false, ...rest } = options;
    const { routes } = this.#parts;
    if (observable) return routes.addObservable(pattern, handler, rest);
    routes.add<Pattern, Value, undefined>('GET', pattern, handler, rest);
    return this;
  }

  /** Registers a handler for POST; `body` validates the payload. @throws EdgeError ERR_ROUTE for a malformed pattern or one that is taken. */
  post<Pattern extends string, Value, Body = undefined>(
    pattern: Pattern,
    handler: RouteHandler<Pattern, Value, NoInfer<Body>>,
    options?: BodyRouteOptions<Body>,
  ): this {
    this.#parts.routes.add('POST', pattern, handler, options);
    return this;
  }

  /** Registers a handler for PUT; `body` validates the payload. @throws EdgeError ERR_ROUTE for a malformed pattern or one that is taken. */
  put<Pattern extends string, Value, Body = undefined>(
    pattern: Pattern,
    handler: RouteHandler<Pattern, Value, NoInfer<Body>>,
    options?: BodyRouteOptions<Body>,
  ): this {
    this.#parts.routes.add('PUT', pattern, handler, options);
    return this;
  }

  /** Registers a handler for DELETE. @throws EdgeError ERR_ROUTE for a malformed pattern or one that is taken. */
  delete<Pattern extends string, Value>(
    pattern: Pattern,
    handler: RouteHandler<Pattern, Value>,
    options?: RouteOptions,
  ): this {
    this.#parts.routes.add<Pattern, Value, undefined>('DELETE', pattern, handler, options);
    return this;
  }

  /**
   * Registers a resource with a description, from which a page makes a switch, a slider, a list or a button: a value (JSON, observable), or
   * with `post` something that the device does. Call `notify()` of the returned resource when the value has changed by itself.
   * @throws EdgeError ERR_ROUTE for a malformed path, one that is taken, and a wrong description.
   */
  resource(path: string, resource: ValueResource): ObservableResource;
  resource(path: string, resource: ActionResource): this;
  resource(path: string, resource: ValueResource | ActionResource): ObservableResource | this {
    const { routes } = this.#parts;
    if (resource.type !== undefined) return addValueResource(routes, path, resource);
    addActionResource(routes, path, resource);
    return this;
  }

  /** Puts middleware before the routes that are registered after it; the first is the outermost. */
  use(middleware: Middleware): this {
    this.#parts.routes.use(middleware);
    return this;
  }

  /** Offers a source as a track. @throws EdgeError ERR_DEVICE_OPTIONS for a track id that has a source already. */
  addTrack(trackId: string, source: MediaSource, options?: TrackOptions): this {
    const { catalog, events } = this.#parts;
    catalog.addSource(trackId, source, options);
    this.#offs.push(followHealth(source, (health) => events.emit('sourcehealth', trackId, health)));
    return this;
  }

  /** Sends the sound of talking clients to a sink. @throws EdgeError ERR_DEVICE_OPTIONS for a track id that has a sink already. */
  addSink(trackId: string, sink: AudioSink): this {
    this.#parts.catalog.addSink(trackId, sink);
    return this;
  }

  /**
   * Serves the byte streams that clients open on a port, if they have the right to its action (`Stream:<name>` unless given).
   * @throws EdgeError ERR_STREAM_PORT for an invalid port, ERR_DEVICE_OPTIONS for one that is taken, or an invalid name.
   */
  addStream(port: number, handler: StreamHandler, options: StreamOptions): this {
    this.#parts.streams.add(port, handler, options);
    return this;
  }

  /**
   * Adds a notification to the list of events, which users with the right to `Device:ReadEvents` see, and pushes it to the browsers that they
   * asked for it, except in their quiet hours: at once, or when the device is attached to its service again within an hour.
   * @throws EdgeError ERR_NOTIFICATION for a text or a picture beyond the limits.
   */
  notify(notification: DeviceNotification): void {
    checkNotification(notification);
    const { kind = null, title, body, image } = notification;
    const { log, pushes } = this.#parts;
    const isUnsent = pushes.key === undefined;
    pushes.push(log.addNotification({ kind, title, body: body === '' ? null : body, isUnsent }, image));
  }

  /** Adds a listener; returns a function that removes it. */
  on<K extends keyof DeviceEvents>(name: K, listener: (...args: DeviceEvents[K]) => void): () => void {
    return this.#parts.events.on(name, listener);
  }

  /**
   * Attaches to the service; resolves when that has succeeded for the first time, after any number of attempts.
   * @throws EdgeError ERR_SIGNALING_URL, ERR_INVALID_STATE when it was started or closed before, or is closed meanwhile; the signal's reason when aborted.
   */
  async start({ signal }: { signal?: AbortSignal } = {}): Promise<void> {
    if (this.#state !== 'idle') throw specError('ERR_INVALID_STATE');
    signal?.throwIfAborted();
    this.#state = 'started';
    this.#parts.accessWatch.start();
    const attached = Promise.withResolvers<void>();
    const { agent } = this.#parts;
    const offs = [
      agent.on('attached', () => attached.resolve()),
      agent.on('closed', () => attached.reject(specError('ERR_INVALID_STATE'))),
      onAbort(signal, (reason) => {
        attached.reject(reason);
        this.#close();
      }),
    ];
    try {
      agent.start();
      await attached.promise;
    } finally {
      for (const off of offs) off();
    }
  }

  /** Ends every session with 1000 and detaches; resolves once the events are stored. Again does nothing. */
  close(): Promise<void> {
    this.#close();
    return this.#parts.log.settled();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #close(): void {
    if (this.#state === 'closed') return;
    this.#state = 'closed';
    this.#parts.accessWatch.stop();
    this.#parts.registry.close();
    this.#parts.agent.close();
    for (const off of this.#offs) off();
    this.#parts.events.clear();
    this.#parts.releaseState();
  }
}
