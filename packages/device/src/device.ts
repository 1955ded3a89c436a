/** @module A device, as an application holds it. */
import { specError, type Emitter } from '@longwire/protocol';
import type { Agent } from './agent/agent.ts';
import type { SessionRegistry } from './agent/session-registry.ts';
import type { SessionIdentity } from './auth/session-identity.ts';
import type { Handler, RouteOptions } from './coap/route.ts';
import type { Router } from './coap/router.ts';
import type { Iam } from './iam/iam.ts';
import type { AudioSink } from './media/audio-sink.ts';
import type { MediaSource } from './media/media-source.ts';
import type { SafeChannel } from './peer/safe-channel.ts';
import type { TrackCatalog } from './session/track-catalog.ts';

/** A data channel of the application's own, and whose it is. */
export interface DeviceChannel {
  readonly channel: SafeChannel;
  readonly session: SessionIdentity;
}

/** What a device tells. */
export interface DeviceEvents {
  /** Attached to the service, for the first time or again. */
  attached: [];
  /** The service is lost; attempts to attach again follow by themselves. */
  detached: [loss: { readonly code: number; readonly reason: string }];
  /** A client has connected. */
  session: [session: SessionIdentity];
  /** A client opened a channel that is not for requests; without a listener such channels are closed. */
  channel: [opened: DeviceChannel];
}

/** What a {@link Device} is made of. */
export interface DeviceParts {
  readonly agent: Agent;
  readonly registry: SessionRegistry;
  readonly router: Router;
  readonly catalog: TrackCatalog;
  readonly iam: Iam;
  readonly events: Emitter<DeviceEvents>;
}

type DeviceState = 'idle' | 'started' | 'closed';

/** A device: routes, tracks, users, and the service it is reached through. */
export class Device {
  readonly #parts: DeviceParts;
  #state: DeviceState = 'idle';

  constructor(parts: DeviceParts) {
    this.#parts = parts;
  }

  /** The device's users, roles and rights. */
  get iam(): Iam {
    return this.#parts.iam;
  }

  /** Registers a handler for GET. @throws EdgeError ERR_ROUTE for a bad pattern or one that is taken. */
  get(pattern: string, handler: Handler, options?: RouteOptions): this {
    this.#parts.router.get(pattern, handler, options);
    return this;
  }

  /** Registers a handler for POST. @throws EdgeError ERR_ROUTE for a bad pattern or one that is taken. */
  post(pattern: string, handler: Handler, options?: RouteOptions): this {
    this.#parts.router.post(pattern, handler, options);
    return this;
  }

  /** Registers a handler for PUT. @throws EdgeError ERR_ROUTE for a bad pattern or one that is taken. */
  put(pattern: string, handler: Handler, options?: RouteOptions): this {
    this.#parts.router.put(pattern, handler, options);
    return this;
  }

  /** Registers a handler for DELETE. @throws EdgeError ERR_ROUTE for a bad pattern or one that is taken. */
  delete(pattern: string, handler: Handler, options?: RouteOptions): this {
    this.#parts.router.delete(pattern, handler, options);
    return this;
  }

  /** Offers a source under a track id. @throws EdgeError ERR_DEVICE_OPTIONS for an id that has one already. */
  addTrack(trackId: string, source: MediaSource): this {
    this.#parts.catalog.addSource(trackId, source);
    return this;
  }

  /** Takes the sound that clients send under a track id. @throws EdgeError ERR_DEVICE_OPTIONS for an id that has one already. */
  addSink(trackId: string, sink: AudioSink): this {
    this.#parts.catalog.addSink(trackId, sink);
    return this;
  }

  /** Listens to an event; returns what takes the listener off again. */
  on<K extends keyof DeviceEvents>(name: K, listener: (...args: DeviceEvents[K]) => void): () => void {
    return this.#parts.events.on(name, listener);
  }

  /**
   * Attaches to the service; resolves when that has succeeded for the first time, however many attempts it takes.
   * @throws EdgeError ERR_SIGNALING_URL, ERR_INVALID_STATE when it was started or closed before; the signal's reason when aborted.
   */
  async start({ signal }: { signal?: AbortSignal } = {}): Promise<void> {
    if (this.#state !== 'idle') throw specError('ERR_INVALID_STATE');
    signal?.throwIfAborted();
    this.#state = 'started';
    const attached = Promise.withResolvers<void>();
    const { agent } = this.#parts;
    const handleAbort = (): void => {
      attached.reject(signal?.reason);
      this.#close();
    };
    const offs = [
      agent.on('attached', () => attached.resolve()),
      agent.on('closed', () => attached.reject(specError('ERR_INVALID_STATE'))),
      () => signal?.removeEventListener('abort', handleAbort),
    ];
    signal?.addEventListener('abort', handleAbort);
    try {
      agent.start();
      await attached.promise;
    } finally {
      for (const off of offs) off();
    }
  }

  /** Ends every session with 1000 and detaches; again does nothing. */
  close(): Promise<void> {
    this.#close();
    return Promise.resolve();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #close(): void {
    if (this.#state === 'closed') return;
    this.#state = 'closed';
    this.#parts.registry.close();
    this.#parts.agent.close();
    this.#parts.events.clear();
  }
}
