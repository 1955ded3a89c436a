/** @module What an application holds: a connection to one device. */
import type { EdgeError, Method } from '@longwire/protocol';
import type { FingerprintVerdict } from '../auth/fingerprint-check.ts';
import type { Credentials } from '../auth/password-login.ts';
import type { IamClient } from '../iam/iam-client.ts';
import type { AddTrackOptions, TrackArrival } from '../peer/peer.ts';
import type { DeviceResponse } from '../request/device-response.ts';
import type { CallOptions, RequestOptions } from '../request/request-options.ts';
import type { AbortOptions } from '../time/abort.ts';
import type { ConnectionIdentity } from './authenticator.ts';
import type { ConnectionStateName, ConnectStep } from './state.ts';

/** The events of a connection, and what their listeners are given. */
export interface ConnectionEvents {
  /** The state changed, or the step while connecting. */
  statechange: [state: ConnectionStateName, step: ConnectStep | undefined];
  /** A connection that was connected has ended; no error when the application closed it. */
  close: [error: Error | undefined];
  /** A track arrived from the device. */
  track: [arrival: TrackArrival];
  /** The device opened a data channel. */
  datachannel: [channel: RTCDataChannel];
  /** Something was proven, or does not hold any more. */
  identitychange: [identity: ConnectionIdentity];
  /** Something failed that the connection survives; a `TrackError` for a track that will not arrive. */
  warning: [error: EdgeError];
}

/** A connection to one device: connected once, closed once. */
export interface Connection extends AsyncDisposable {
  readonly state: ConnectionStateName;
  /** Where connecting stands; undefined in every other state. */
  readonly step: ConnectStep | undefined;
  /** What was proven over this connection and still holds. */
  readonly identity: ConnectionIdentity;
  /** Users, pairing and settings of the device. */
  readonly iam: IamClient;
  /** Adds a listener; the answer removes it. A listener that throws breaks nothing. */
  on<K extends keyof ConnectionEvents>(
    event: K,
    listener: (...args: ConnectionEvents[K]) => void,
  ): () => void;
  /** Connects; rejects with the reason it could not, and then nothing is left behind. */
  connect(options?: AbortOptions): Promise<void>;
  /** Closes; safe to repeat once connect() was called. */
  close(): Promise<void>;
  /** Sends one request to the device. */
  request(method: Method, path: string, options?: RequestOptions): Promise<DeviceResponse>;
  /** Logs in with a password; resolves only when the device proved that it knows it too. */
  authenticate(credentials: Credentials, options?: CallOptions): Promise<void>;
  /** Has the device prove the key of this fingerprint; rejects where there is no evidence at all. */
  verifyFingerprint(fingerprint: string, options?: CallOptions): Promise<FingerprintVerdict>;
  /** Offers an own track to the device under a name. @throws EdgeError ERR_NOT_CONNECTED */
  addTrack(track: MediaStreamTrack, trackId: string, options?: AddTrackOptions): RTCRtpTransceiver;
  /** Opens a data channel of the application's own. @throws EdgeError ERR_NOT_CONNECTED */
  createDataChannel(label: string, init?: RTCDataChannelInit): RTCDataChannel;
  /** The statistics of the peer connection. */
  getStats(): Promise<RTCStatsReport>;
}
