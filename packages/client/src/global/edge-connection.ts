/** @module The connection as pages in the field use it: an adapter that makes a new connection for each connect(). */
import type { Method } from '@longwire/protocol';
import { specError } from '@longwire/protocol/base';
import type { Connection } from '../connection/connection.ts';
import type { ConnectionOptions } from '../connection/options.ts';
import type { IamClient } from '../iam/iam-client.ts';
import type { TrackArrival } from '../peer/peer.ts';
import type { DataStream } from '../streams/data-stream.ts';
import { connectionOptions, type EdgeConnectionOptions } from './edge-options.ts';
import { bytesOf, edgeResponse, type EdgePayload, type EdgeResponse } from './edge-payload.ts';

/** Told that a connection that was connected has ended. */
export type ClosedCallback = (error?: Error) => void;

/** What a page is given of a track; `receiver` as in the browser's own track event. */
export type EdgeTrackEvent = TrackArrival & { readonly receiver: RTCRtpReceiver };

/** Told about a track, with the device's name for it and what is wrong with it, if anything. */
export type TrackCallback = (event: EdgeTrackEvent, trackId?: string, error?: string) => void;

/** What an edge connection is made from. */
export interface EdgeConnectionPorts {
  /** The page's own origin. */
  readonly origin: string;
  readonly createConnection: (options: ConnectionOptions) => Connection;
}

/** One connection at a time to one device; after it closed, connect() makes the next. */
export class EdgeWebrtcConnection {
  readonly #ports: EdgeConnectionPorts;
  #options: EdgeConnectionOptions | undefined;
  #current: Connection | undefined;
  #onClosed: ClosedCallback | undefined;
  #onTrack: TrackCallback | undefined;

  constructor(ports: EdgeConnectionPorts) {
    this.#ports = ports;
  }

  /** Users, pairing and settings of the device. */
  get iam(): IamClient {
    return this.#require().iam;
  }

  /** Sets the options of the next connect(). */
  setConnectionOptions(options: EdgeConnectionOptions): void {
    this.#options = options;
  }

  /** Sets who is told that the connection has ended; the last one counts. */
  onClosed(callback: ClosedCallback): void {
    this.#onClosed = callback;
  }

  /** Sets who is told about tracks; the last one counts. */
  onTrack(callback: TrackCallback): void {
    this.#onTrack = callback;
  }

  /** Connects with the options set; rejects with "Invalid state" while a connection is there. */
  async connect(): Promise<void> {
    if (this.#current !== undefined && this.#current.state !== 'closed') throw specError('ERR_INVALID_STATE');
    if (this.#options === undefined) throw specError('ERR_MISSING_OPTIONS');
    const { createConnection, origin } = this.#ports;
    const connection = createConnection(connectionOptions(this.#options, origin));
    connection.on('close', (error) => this.#onClosed?.(error));
    connection.on('track', (arrival) => this.#handleTrack(arrival));
    this.#current = connection;
    await connection.connect();
  }

  /** Closes; "Invalid state" before the first connect(). */
  async close(): Promise<void> {
    if (this.#current === undefined) throw specError('ERR_INVALID_STATE');
    await this.#current.close();
  }

  /** Sends one request; the payload of the answer is an array of numbers. */
  async coapInvoke(
    method: Method,
    path: string,
    contentFormat?: number,
    payload?: EdgePayload,
  ): Promise<EdgeResponse> {
    const content = payload === undefined ? {} : { payload: bytesOf(payload), contentFormat };
    return edgeResponse(await this.#require().request(method, path, content));
  }

  /** Logs in; "Invalid username/password" where the device does not know the password. */
  async passwordAuthenticate(username: string, password: string): Promise<void> {
    await this.#require().authenticate({ username, password });
  }

  /** Whether the device proved the key of this fingerprint; rejects where there is no evidence at all. */
  async validateFingerprint(fingerprint: string): Promise<boolean> {
    return (await this.#require().verifyFingerprint(fingerprint)).valid;
  }

  addTrack(track: MediaStreamTrack, trackId: string): RTCRtpTransceiver {
    return this.#require().addTrack(track, trackId);
  }

  createDatachannel(label: string, init?: RTCDataChannelInit): RTCDataChannel {
    return this.#require().createDataChannel(label, init);
  }

  /** Opens a byte stream to the device's listener on a port. */
  async openStream(port: number): Promise<DataStream> {
    return this.#require().openStream(port);
  }

  #require(): Connection {
    if (this.#current === undefined) throw specError('ERR_NOT_CONNECTED');
    return this.#current;
  }

  #handleTrack(arrival: TrackArrival): void {
    const event = { ...arrival, receiver: arrival.transceiver.receiver };
    this.#onTrack?.(event, arrival.trackId, arrival.error);
  }
}
