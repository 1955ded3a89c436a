/// <reference lib="esnext.disposable" preserve="true" />
/** @module A session: one logical connection to a device that outlives individual connections. */
import type { EdgeError, Method } from '@longwire/protocol';
import type { ObserveOptions } from '../coap/observe-options.ts';
import type { ConnectionIdentity } from '../connection/authenticator.ts';
import type { CloseOptions, Connection, ConnectionEvents } from '../connection/connection.ts';
import type { ConnectTrace } from '../diagnostics/trace/trace.ts';
import type { IamClient } from '../iam/iam-calls.ts';
import type { DeviceResponse } from '../request/device-response.ts';
import type { RequestOptions } from '../request/request-options.ts';
import type { AbortOptions } from '@longwire/protocol';
import type { SessionState } from './session-state.ts';
import type { SessionStreams } from './streams/session-streams.ts';
import type { SessionTracks } from './tracks/session-tracks.ts';

/** The events of a session and the arguments of their listeners. */
export interface SessionEvents extends Omit<ConnectionEvents, 'statechange' | 'close' | 'doubt'> {
  /** The session's state changed. */
  statechange: [state: SessionState];
  /**
   * The device refused a request or a track because of the user's rights (401, 403, ACCESS_DENIED): they may have changed. Calls of `iam`
   * are not reported, because an application reads the rights with them.
   */
  refused: [];
  /** The session has ended; the error says why and is absent when the application ended it. */
  end: [error: EdgeError | undefined];
}

/** A lasting connection to a device: it reconnects by itself, and calls continue over the next connection. */
export interface Session extends AsyncDisposable {
  readonly state: SessionState;
  /** The connection in use; undefined unless the state is `ready`, and a different one after each recovery. */
  readonly connection: Connection | undefined;
  /** What has been proven over that connection and still holds. */
  readonly identity: ConnectionIdentity;
  /** Trace of the newest connection attempt; undefined before the first. */
  readonly trace: ConnectTrace | undefined;
  /** Users, pairing and settings of the device. */
  readonly iam: IamClient;
  /** The tracks that the device sends, and local ones sent to it. */
  readonly tracks: SessionTracks;
  /** Byte streams to listeners of the device. */
  readonly streams: SessionStreams;
  /** Adds a listener; returns a function that removes it. A listener that throws does not affect the session. */
  on<K extends keyof SessionEvents>(event: K, listener: (...args: SessionEvents[K]) => void): () => void;
  /** Resolves when the session is ready, immediately if it is; rejects with ERR_SESSION_ENDED once it has ended. */
  ready(options?: AbortOptions): Promise<void>;
  /** Starts the next attempt now if it is waiting, for example because a person asks for it; otherwise does nothing. */
  retryNow(): void;
  /**
   * Ends the session and every waiting call; safe to repeat. A reason goes to the device, as with `connection.close`. Rejects with
   * ERR_REQUEST_INVALID for a reason that is too long, and then the session goes on.
   */
  end(options?: CloseOptions): Promise<void>;
  /** Sends one request over this connection or the next; repeats a GET or an `isIdempotent` request even if it may already have arrived. */
  request(method: Method, path: string, options?: RequestOptions): Promise<DeviceResponse>;
  /**
   * Observes a resource: yields its current value, then each change, and the current value again after each recovery. Ends with
   * `return()` (`break` of a loop); rejects when the device ends it or does not answer in time (ERR_REQUEST_TIMEOUT), with ERR_ABORTED,
   * with ERR_SESSION_ENDED, and with ERR_REQUEST_INVALID.
   */
  observe(path: string, options?: ObserveOptions): AsyncIterableIterator<DeviceResponse>;
  /** Opens a data channel, which closes with its connection. @throws EdgeError ERR_NOT_CONNECTED */
  createDataChannel(label: string, init?: RTCDataChannelInit): RTCDataChannel;
  /** The statistics of the peer connection; rejects with ERR_NOT_CONNECTED unless the session is ready. */
  getStats(): Promise<RTCStatsReport>;
}
