/// <reference lib="esnext.disposable" preserve="true" />
/** @module What an application holds of a device for as long as it wants it: a session over many connections. */
import type { EdgeError, Method } from '@longwire/protocol';
import type { ObserveOptions } from '../coap/observe-options.ts';
import type { ConnectionIdentity } from '../connection/authenticator.ts';
import type { Connection, ConnectionEvents } from '../connection/connection.ts';
import type { ConnectTrace } from '../diagnostics/trace/trace.ts';
import type { IamClient } from '../iam/iam-client.ts';
import type { AddTrackOptions } from '../peer/sent-tracks.ts';
import type { DeviceResponse } from '../request/device-response.ts';
import type { RequestOptions } from '../request/request-options.ts';
import type { DataStream, OpenStreamOptions } from '../streams/data-stream.ts';
import type { AbortOptions } from '../time/abort.ts';
import type { SessionTrack } from './own-tracks.ts';
import type { SessionState } from './session-state.ts';

/** The events of a session, and what their listeners are given. */
export interface SessionEvents extends Omit<ConnectionEvents, 'statechange' | 'close' | 'doubt'> {
  /** The session stands otherwise than it did. */
  statechange: [state: SessionState];
  /** The session has ended, and why; no error when the application ended it. */
  end: [error: EdgeError | undefined];
}

/** A device for as long as it is wanted: connections come and go, and what was asked of one goes on over the next. */
export interface Session extends AsyncDisposable {
  readonly state: SessionState;
  /** The connection that calls go out on now; none unless the state is `ready`, and another one after each recovery. */
  readonly connection: Connection | undefined;
  /** What was proven over that connection and still holds. */
  readonly identity: ConnectionIdentity;
  /** What the newest try did and when: that of the connection in use, unless another is being made; none before the first. */
  readonly trace: ConnectTrace | undefined;
  /** Users, pairing and settings of the device. */
  readonly iam: IamClient;
  /** Adds a listener; the answer removes it. A listener that throws breaks nothing. */
  on<K extends keyof SessionEvents>(event: K, listener: (...args: SessionEvents[K]) => void): () => void;
  /** Resolves when the session is ready, at once if it is; rejects with ERR_SESSION_ENDED when it never will be. */
  ready(options?: AbortOptions): Promise<void>;
  /** Tries again now, because a person asks for it, where the next try would wait; otherwise does nothing. */
  hurry(): void;
  /** Ends the session and everything that waits; safe to repeat. */
  end(): Promise<void>;
  /** Sends one request over this connection or the next; a GET, and what is `isIdempotent`, also where an earlier one may have arrived. */
  request(method: Method, path: string, options?: RequestOptions): Promise<DeviceResponse>;
  /**
   * Follows a resource: its value now, then each change, and its value anew after each recovery. Ends with `return()` (`break` of a
   * loop); rejects when the device ends it, with the signal, and with ERR_SESSION_ENDED. @throws EdgeError ERR_REQUEST_INVALID
   */
  observe(path: string, options?: ObserveOptions): AsyncIterableIterator<DeviceResponse>;
  /** The stream that a track of the device is played through: the same one over every connection. */
  mediaStream(trackId: string): MediaStream;
  /** Stops a track of the device; it is not asked for again. */
  dropTrack(trackId: string): void;
  /** Offers an own track under a name, over this connection and all that follow. @throws EdgeError ERR_SESSION_ENDED */
  addTrack(track: MediaStreamTrack, trackId: string, options?: AddTrackOptions): SessionTrack;
  /** Opens a data channel, which ends with its connection. @throws EdgeError ERR_NOT_CONNECTED */
  createDataChannel(label: string, init?: RTCDataChannelInit): RTCDataChannel;
  /** Opens a byte stream, which ends with its connection, when the session is ready. */
  openStream(port: number, options?: OpenStreamOptions): Promise<DataStream>;
  /** The statistics of the peer connection; rejects with ERR_NOT_CONNECTED unless the session is ready. */
  getStats(): Promise<RTCStatsReport>;
}
