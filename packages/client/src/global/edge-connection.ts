/** @module The connection API of existing pages: an adapter that creates a new connection for each connect(). */
import type { EdgeError, Logger, Method } from '@longwire/protocol';
import { ContentFormat, hasErrorCode, specError } from '@longwire/protocol/base';
import type { DeviceConnection } from '../connection/device-connection.ts';
import { DEFAULT_REQUEST_TIMEOUT_MS, type ConnectionOptions } from '../connection/options.ts';
import type { IamClient } from '../iam/iam-calls.ts';
import { MAX_TIMEOUT_MS } from '../request/check-time-limit.ts';
import type { TrackArrival } from '../peer/peer-reports.ts';
import { TrackError } from '../shared.ts';
import type { DataStream } from '../streams/data-stream.ts';
import { nabtoError, type NabtoWebrtcError } from './edge-error.ts';
import { bytesOf, edgeResponse, type EdgePayload, type EdgeResponse } from './edge-payload.ts';

/** Like {@link ConnectionOptions}, but the address of the service may be `http(s)://` or missing, and requests have no time limit by default. */
export type EdgeConnectionOptions = Omit<ConnectionOptions, 'signalingServerUrl'> & {
  readonly signalingServerUrl?: string | undefined;
};

/** Called when an established connection has ended; without an error if the page closed it. */
export type ClosedCallback = (error?: NabtoWebrtcError) => void;

/** The track event of a page; `receiver` as in the browser's track event. */
export type EdgeTrackEvent = TrackArrival & { readonly receiver: RTCRtpReceiver };

/**
 * Called with a track, the device's name for it and its error, if any. `event` is undefined if the device refused a track that the page
 * added, or if a track that arrived earlier has failed.
 */
export type TrackCallback = (event: EdgeTrackEvent | undefined, trackId?: string, error?: string) => void;

/** Collaborators of an {@link EdgeWebrtcConnection}. */
export interface EdgeConnectionPorts {
  /** The page's own origin. */
  readonly origin: string;
  readonly createConnection: (options: ConnectionOptions) => DeviceConnection;
  /** Logs failed tracks in addition to `onTrack`; also the connection's logger unless the page sets one. */
  readonly logger: Logger;
}

/** One connection at a time to one device; after it has closed, connect() opens the next. */
export class EdgeWebrtcConnection {
  readonly #ports: EdgeConnectionPorts;
  #options: EdgeConnectionOptions | undefined;
  #current: DeviceConnection | undefined;
  #pc: RTCPeerConnection | undefined;
  #onClosed: ClosedCallback | undefined;
  #onTrack: TrackCallback | undefined;

  constructor(ports: EdgeConnectionPorts) {
    this.#ports = ports;
  }

  /** The browser's peer connection, once connected; after a reconnect the new one. */
  get pc(): RTCPeerConnection | undefined {
    return this.#current?.browserPeer ?? this.#pc;
  }

  /** Users, pairing and settings of the device. */
  get iam(): IamClient {
    return this.#require().iam;
  }

  /** Sets the options of the next connect(). */
  setConnectionOptions(options: EdgeConnectionOptions): void {
    this.#options = options;
  }

  /** Sets the callback for the end of the connection; the last one counts. */
  onClosed(callback: ClosedCallback): void {
    this.#onClosed = callback;
  }

  /** Sets the callback for tracks; the last one counts. */
  onTrack(callback: TrackCallback): void {
    this.#onTrack = callback;
  }

  /** Connects with the options set; rejects with a {@link NabtoWebrtcError}, "Invalid state" while a connection is open. */
  async connect(): Promise<void> {
    try {
      await this.#connect();
    } catch (error) {
      throw nabtoError(error);
    }
  }

  /** Closes; rejects with "Invalid state" before connect() and after it has closed. */
  async close(): Promise<void> {
    if (!this.#isOpen) throw specError('ERR_INVALID_STATE');
    await this.#current?.close();
  }

  /**
   * Sends one request and waits without a time limit, unless the options set one. The path is sent unchanged, including its `?`;
   * a payload without a format is sent as text.
   */
  async coapInvoke(
    method: Method,
    path: string,
    contentFormat?: number | null,
    payload?: EdgePayload | null,
  ): Promise<EdgeResponse> {
    const content =
      payload == null
        ? {}
        : { payload: bytesOf(payload), contentFormat: contentFormat ?? ContentFormat.text };
    return edgeResponse(await this.#require().request(method, path, { ...content, isWholePath: true }));
  }

  /** Logs in; rejects with "Invalid username/password" if the device refuses the password. */
  async passwordAuthenticate(username: string, password: string): Promise<void> {
    await this.#require().authenticate({ username, password });
  }

  /** Whether the device proved the key of this fingerprint; false for anything that is not a fingerprint. Rejects if there is no evidence. */
  async validateFingerprint(fingerprint: unknown): Promise<boolean> {
    const text = typeof fingerprint === 'string' ? fingerprint : '';
    try {
      return (await this.#require().verifyFingerprint(text)).valid;
    } catch (error) {
      if (hasErrorCode(error, 'ERR_FINGERPRINT_FORMAT')) return false;
      throw error;
    }
  }

  /** Sends a track of the page to the device under a name. */
  async addTrack(track: MediaStreamTrack, trackId: string): Promise<RTCRtpTransceiver> {
    return this.#require().addTrack(track, trackId);
  }

  /** Opens a data channel. */
  async createDatachannel(label: string, init?: RTCDataChannelInit): Promise<RTCDataChannel> {
    return this.#require().createDataChannel(label, init);
  }

  /** Opens a byte stream to the device's listener on a port. */
  async openStream(port: number): Promise<DataStream> {
    const timeoutMs = this.#options?.requestTimeoutMs ?? DEFAULT_REQUEST_TIMEOUT_MS;
    return this.#require().openStream(port, { timeoutMs });
  }

  /** Also while it connects; a connection that could not begin, as without WebRTC, stays `idle`. */
  get #isOpen(): boolean {
    const state = this.#current?.state;
    return state === 'connecting' || state === 'connected';
  }

  async #connect(): Promise<void> {
    if (this.#isOpen) throw specError('ERR_INVALID_STATE');
    if (!this.#options) throw specError('ERR_MISSING_OPTIONS');
    const { createConnection, origin, logger } = this.#ports;
    const connection = createConnection(connectionOptions(this.#options, origin, logger));
    connection.on('close', (error) => this.#onClosed?.(error && nabtoError(error)));
    connection.on('track', (arrival) => this.#handleTrack(arrival));
    connection.on('warning', (error) => this.#handleWarning(error));
    this.#current = connection;
    await connection.connect();
    this.#pc = connection.browserPeer ?? this.#pc;
  }

  #require(): DeviceConnection {
    if (!this.#current) throw specError('ERR_NOT_CONNECTED');
    return this.#current;
  }

  #handleTrack(arrival: TrackArrival): void {
    const event = { ...arrival, receiver: arrival.transceiver.receiver };
    const { trackId, error } = arrival;
    if (error !== undefined) this.#ports.logger.error('track.failed', { trackId, error });
    this.#onTrack?.(event, trackId, error);
  }

  #handleWarning(error: EdgeError): void {
    if (error instanceof TrackError) {
      const { trackId, reason } = error;
      this.#ports.logger.error('track.failed', { trackId, error: reason });
      this.#onTrack?.(undefined, trackId, reason);
    } else {
      this.#ports.logger.warn('connection.warned', { code: error.code, message: error.message });
    }
  }
}

/** Converts a page's options to connection options; `origin` is the page's origin. */
function connectionOptions(
  options: EdgeConnectionOptions,
  origin: string,
  defaultLogger: Logger,
): ConnectionOptions {
  const { requestTimeoutMs = MAX_TIMEOUT_MS, logger = defaultLogger } = options;
  // `http` becomes `ws`, and `https` becomes `wss`.
  const signalingServerUrl = (options.signalingServerUrl || origin).replace(/^http/iu, 'ws');
  return { ...options, requestTimeoutMs, logger, signalingServerUrl };
}
