/// <reference lib="esnext.disposable" preserve="true" />
/** @module The public interface of a connection to one device. */
import type { EdgeError, Method } from '@longwire/protocol';
import type { FingerprintVerdict, ShownKey } from '../auth/fingerprint-check.ts';
import type { AuthenticateOptions, Credentials } from '../auth/password-login.ts';
import type { ConnectionStats } from '../diagnostics/stats/connection-stats.ts';
import type { ConnectTrace } from '../diagnostics/trace/trace.ts';
import type { IamClient } from '../iam/iam-calls.ts';
import type { TrackArrival } from '../peer/peer-reports.ts';
import type { AddTrackOptions } from '../peer/sent-tracks.ts';
import type { TrackStatus } from '../peer/track-registry.ts';
import type { ObserveOptions } from '../coap/observe-options.ts';
import type { DeviceResponse } from '../request/device-response.ts';
import type { CallOptions, RequestOptions } from '../request/request-options.ts';
import type { DataStream, OpenStreamOptions } from '../streams/data-stream.ts';
import type { AbortOptions } from '@longwire/protocol';
import type { ConnectionIdentity } from './authenticator.ts';
import type { ConnectionStateName, ConnectStep } from './state.ts';

/** The events of a connection and their arguments. */
export interface ConnectionEvents {
  /** The state changed, or the step while connecting. */
  statechange: [state: ConnectionStateName, step: ConnectStep | undefined];
  /** A connection that was connected has ended; without an error when the application closed it. */
  close: [error: Error | undefined];
  /** The connection will end shortly unless it recovers (true), or has recovered (false). */
  doubt: [isInDoubt: boolean];
  /** A track arrived from the device. */
  track: [arrival: TrackArrival];
  /** A track's status changed: it has an error now, another one, or none any more. */
  trackstatus: [status: TrackStatus];
  /** A sent track moved to another media line: the device's, which it offered later under the same name. */
  trackmoved: [from: RTCRtpTransceiver, to: RTCRtpTransceiver];
  /** The device opened a data channel. */
  datachannel: [channel: RTCDataChannel];
  /** Something was proven, or is no longer valid. */
  identitychange: [identity: ConnectionIdentity];
  /** A failure that the connection survives; a `TrackError` for a track that has an error and did not arrive with it. */
  warning: [error: EdgeError];
  /** The traffic, once a second while the event has a listener; its code is loaded with the first listener. */
  stats: [stats: ConnectionStats];
  /**
   * The device has been silent for a moment (within two seconds of its last packet), or is heard again. Watched only
   * while the event has a listener and the page is visible; on an idle connection it sends the device a request about
   * once a second.
   */
  silence: [isSilent: boolean];
}

/** How a connection or session is closed. */
export interface CloseOptions {
  /**
   * A sentence for the device's application and logs, at most 123 bytes of UTF-8 (RFC 6455 section 5.5). The signaling service
   * carries it and can read it; without signaling it is lost.
   */
  readonly reason?: string | undefined;
}

/** A connection to one device: connected once, closed once. */
export interface Connection extends AsyncDisposable {
  readonly state: ConnectionStateName;
  /** The current step of connecting; undefined in every other state. */
  readonly step: ConnectStep | undefined;
  /** What is proven over this connection and still valid. */
  readonly identity: ConnectionIdentity;
  /**
   * Whether offers and answers use the connection itself, as a device signs that it can: signaling is then no longer
   * needed for them, and nothing depends on what only signaling said.
   */
  readonly negotiatesInside: boolean;
  /** The ICE servers that the application or the service named; empty without any. */
  readonly iceServers: readonly RTCIceServer[];
  /** The course of connecting with times, as plain data without secrets and addresses. */
  readonly trace: ConnectTrace;
  /** Users, pairing and settings of the device. */
  readonly iam: IamClient;
  /** Adds a listener; returns a function that removes it. Errors that a listener throws are logged. */
  on<K extends keyof ConnectionEvents>(
    event: K,
    listener: (...args: ConnectionEvents[K]) => void,
  ): () => void;
  /**
   * Does everything up to the offer, so that `connect()` has less to do; the state stays `idle`. The preparation is
   * dropped after 20 s, by `close()` and by the signal; a call while one is under way waits for it.
   */
  prepare(options?: AbortOptions): Promise<void>;
  /** Connects; rejects with the cause of the failure, and then leaves nothing behind. */
  connect(options?: AbortOptions): Promise<void>;
  /**
   * Closes; safe to repeat once connect() was called. With a reason, the device gets it first, and has 400 ms to end the connection
   * itself. @throws EdgeError ERR_REQUEST_INVALID for a reason that is too long for a connection that is open, and then nothing is closed
   */
  close(options?: CloseOptions): Promise<void>;
  /**
   * Whether the signaling service still answers: false if its socket is lost, or if there is no answer within `timeoutMs` (5 s by
   * default). A connection that negotiates inside works on without it. Rejects with ERR_NOT_CONNECTED, and with the signal.
   */
  checkAlive(options?: CallOptions): Promise<boolean>;
  /**
   * Asks the service for the ICE servers again, and keeps them for the next connection to this device; the TURN allocations of
   * this one go on as they are. Rejects with ERR_NOT_CONNECTED, ERR_WEBSOCKET if signaling is lost, ERR_REQUEST_TIMEOUT.
   */
  refreshIceServers(options?: CallOptions): Promise<readonly RTCIceServer[]>;
  /** Sends one request to the device. */
  request(method: Method, path: string, options?: RequestOptions): Promise<DeviceResponse>;
  /**
   * Observes a resource: its value now, then each change; a slow reader gets only the newest. Starts with the first
   * `next()`; `break` or `return()` ends it, and it rejects when the device, the connection or the signal ends it.
   * @throws EdgeError ERR_NOT_CONNECTED
   */
  observe(path: string, options?: ObserveOptions): AsyncIterableIterator<DeviceResponse>;
  /** Logs in with a password; resolves only when the device proved that it knows it, too. */
  authenticate(credentials: Credentials, options?: AuthenticateOptions): Promise<void>;
  /** Makes the device prove the key with this fingerprint; rejects if there is no proof at all. */
  verifyFingerprint(fingerprint: string, options?: CallOptions): Promise<FingerprintVerdict>;
  /**
   * Makes the device prove the key that it has, for clients that do not know its fingerprint yet and want to
   * recognise it next time. This verifies nothing. @throws EdgeError ERR_CHALLENGE_TOKEN if it does not prove the key
   * it sent
   */
  readFingerprint(options?: CallOptions): Promise<ShownKey>;
  /**
   * Sends a track to the device under a name: on the media line that the device offers under that name if it can
   * receive there, otherwise on an added one. @throws EdgeError ERR_NOT_CONNECTED
   */
  addTrack(track: MediaStreamTrack, trackId: string, options?: AddTrackOptions): RTCRtpTransceiver;
  /**
   * Stops sending what `addTrack` sends on a media line; the device's media there continues. @throws EdgeError
   * ERR_NOT_CONNECTED
   */
  removeTrack(transceiver: RTCRtpTransceiver): void;
  /** Opens a data channel for the application. @throws EdgeError ERR_NOT_CONNECTED */
  createDataChannel(label: string, init?: RTCDataChannelInit): RTCDataChannel;
  /** Opens a byte stream to the device's listener on a port; resolves when its channel is open. */
  openStream(port: number, options?: OpenStreamOptions): Promise<DataStream>;
  /** The statistics of the peer connection. */
  getStats(): Promise<RTCStatsReport>;
}
