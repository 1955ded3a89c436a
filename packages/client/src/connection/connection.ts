/// <reference lib="esnext.disposable" preserve="true" />
/** @module What an application holds: a connection to one device. */
import type { EdgeError, Method } from '@longwire/protocol';
import type { FingerprintVerdict, ShownKey } from '../auth/fingerprint-check.ts';
import type { Credentials } from '../auth/password-login.ts';
import type { ConnectionStats } from '../diagnostics/stats/connection-stats.ts';
import type { ConnectTrace } from '../diagnostics/trace/trace.ts';
import type { IamClient } from '../iam/iam-client.ts';
import type { TrackArrival } from '../peer/peer.ts';
import type { AddTrackOptions } from '../peer/sent-tracks.ts';
import type { TrackStatus } from '../peer/track-book.ts';
import type { ObserveOptions } from '../coap/observe-options.ts';
import type { DeviceResponse } from '../request/device-response.ts';
import type { CallOptions, RequestOptions } from '../request/request-options.ts';
import type { DataStream, OpenStreamOptions } from '../streams/data-stream.ts';
import type { AbortOptions } from '../time/abort.ts';
import type { ConnectionIdentity } from './authenticator.ts';
import type { ConnectionStateName, ConnectStep } from './state.ts';

/** The events of a connection, and what their listeners are given. */
export interface ConnectionEvents {
  /** The state changed, or the step while connecting. */
  statechange: [state: ConnectionStateName, step: ConnectStep | undefined];
  /** A connection that was connected has ended; no error when the application closed it. */
  close: [error: Error | undefined];
  /** It will end in a moment unless it recovers, or has recovered. */
  doubt: [isInDoubt: boolean];
  /** A track arrived from the device. */
  track: [arrival: TrackArrival];
  /** A track stands otherwise than was told: it has an error now, another one, or none any more. */
  trackstatus: [status: TrackStatus];
  /** An own track has moved to another media line: the device's, which it offered later under the same name. */
  trackmoved: [from: RTCRtpTransceiver, to: RTCRtpTransceiver];
  /** The device opened a data channel. */
  datachannel: [channel: RTCDataChannel];
  /** Something was proven, or does not hold any more. */
  identitychange: [identity: ConnectionIdentity];
  /** Something failed that the connection survives; a `TrackError` for a track that has an error and did not arrive with it. */
  warning: [error: EdgeError];
  /** The traffic, once a second while anybody listens; the code for it is loaded with the first listener. */
  stats: [stats: ConnectionStats];
  /**
   * Nothing has come from the device for a moment (within two seconds of its last packet), or something has come again. Watched only
   * while there is a listener and the page is visible; a connection that carries nothing asks the device for an answer about once a second.
   */
  silence: [isSilent: boolean];
}

/** A connection to one device: connected once, closed once. */
export interface Connection extends AsyncDisposable {
  readonly state: ConnectionStateName;
  /** Where connecting stands; undefined in every other state. */
  readonly step: ConnectStep | undefined;
  /** What was proven over this connection and still holds. */
  readonly identity: ConnectionIdentity;
  /**
   * Whether offers and answers go over the connection itself, as a device signs that it can: signaling is not needed for them any more, and
   * nothing is left that only signaling has said.
   */
  readonly negotiatesInside: boolean;
  /** What connecting did so far and when, as plain data without secrets and addresses. */
  readonly trace: ConnectTrace;
  /** Users, pairing and settings of the device. */
  readonly iam: IamClient;
  /** Adds a listener; the answer removes it. A listener that throws breaks nothing. */
  on<K extends keyof ConnectionEvents>(
    event: K,
    listener: (...args: ConnectionEvents[K]) => void,
  ): () => void;
  /**
   * Does everything up to the offer, so that `connect()` has less to do; the state stays `idle`. What was prepared is given up after
   * 20 s, by `close()` and by the signal; a call while there is something prepared waits for that.
   */
  prepare(options?: AbortOptions): Promise<void>;
  /** Connects; rejects with the reason it could not, and then nothing is left behind. */
  connect(options?: AbortOptions): Promise<void>;
  /** Closes; safe to repeat once connect() was called. */
  close(): Promise<void>;
  /** Sends one request to the device. */
  request(method: Method, path: string, options?: RequestOptions): Promise<DeviceResponse>;
  /**
   * Follows a resource: its value now, then each change; a slow reader gets the newest only. Begins with the first `next()`; `break`
   * or `return()` ends it, and it rejects when the device, the connection or the signal ends it. @throws EdgeError ERR_NOT_CONNECTED
   */
  observe(path: string, options?: ObserveOptions): AsyncIterableIterator<DeviceResponse>;
  /** Logs in with a password; resolves only when the device proved that it knows it too. */
  authenticate(credentials: Credentials, options?: CallOptions): Promise<void>;
  /** Has the device prove the key of this fingerprint; rejects where there is no evidence at all. */
  verifyFingerprint(fingerprint: string, options?: CallOptions): Promise<FingerprintVerdict>;
  /**
   * Has the device show the key that it holds, for whoever was not told its fingerprint and wants to know it again the next time. Nothing is
   * verified by it. @throws EdgeError ERR_CHALLENGE_TOKEN where it does not hold the key it names
   */
  readFingerprint(options?: CallOptions): Promise<ShownKey>;
  /**
   * Sends an own track to the device under a name: on the media line that the device offers under that name if it can receive there, else on
   * an added one. @throws EdgeError ERR_NOT_CONNECTED
   */
  addTrack(track: MediaStreamTrack, trackId: string, options?: AddTrackOptions): RTCRtpTransceiver;
  /** Stops sending what `addTrack` sends on a media line; what the device sends there goes on. @throws EdgeError ERR_NOT_CONNECTED */
  removeTrack(transceiver: RTCRtpTransceiver): void;
  /** Opens a data channel of the application's own. @throws EdgeError ERR_NOT_CONNECTED */
  createDataChannel(label: string, init?: RTCDataChannelInit): RTCDataChannel;
  /** Opens a byte stream to the device's listener on a port; resolves when its channel is open. */
  openStream(port: number, options?: OpenStreamOptions): Promise<DataStream>;
  /** The statistics of the peer connection. */
  getStats(): Promise<RTCStatsReport>;
}
