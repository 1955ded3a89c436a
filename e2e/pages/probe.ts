/** @module Runs a test's commands on a connection in the test page. */
import {
  createConnection,
  type AddTrackOptions,
  type Connection,
  type ConnectionOptions,
  type FingerprintVerdict,
} from '@longwire/client';
import { FrameReader } from './frame-reader.ts';
import { SoundMeter } from './sound-meter.ts';
import { attempt, errorFields, type ErrorFields, type Outcome } from './outcome.ts';

/** An event of the connection. */
export type ProbeEvent =
  | { readonly type: 'state'; readonly state: string }
  /** `atMs` is the time of day. */
  | { readonly type: 'close'; readonly error: ErrorFields | undefined; readonly atMs: number }
  | {
      readonly type: 'track';
      readonly kind: string;
      readonly trackId: string | undefined;
      readonly error: string | undefined;
      readonly message: string | undefined;
      readonly isAuthenticated: boolean;
    }
  | { readonly type: 'warning'; readonly error: ErrorFields };

/** A payload in a form that can be passed to a page. */
export interface ProbeRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly payload?: readonly number[];
  readonly contentFormat?: number;
  readonly timeoutMs?: number;
}

/** A response in a form that can be passed to a test. */
export interface ProbeResponse {
  readonly statusCode: number;
  readonly contentFormat: number | undefined;
  readonly payload: number[] | undefined;
}

/** One connection and its recorded events. */
export class Probe {
  readonly events: ProbeEvent[] = [];
  readonly connection: Connection;
  readonly #tracks: { readonly trackId: string | undefined; readonly track: MediaStreamTrack }[] = [];
  readonly #readers = new Map<MediaStreamTrack, FrameReader>();
  readonly #meters = new Map<MediaStreamTrack, SoundMeter>();
  /** The microphone's lines, one for each time that it was sent. */
  #lines: RTCRtpTransceiver[] = [];
  #abort = new AbortController();

  constructor(options: ConnectionOptions) {
    this.connection = createConnection(options);
    this.connection.on('statechange', () =>
      this.events.push({ type: 'state', state: this.connection.state }),
    );
    this.connection.on('close', (error) =>
      this.events.push({
        type: 'close',
        error: error === undefined ? undefined : errorFields(error),
        atMs: Date.now(),
      }),
    );
    this.connection.on('track', ({ track, trackId, error, message, isAuthenticated }) => {
      this.#tracks.push({ trackId, track });
      this.events.push({ type: 'track', kind: track.kind, trackId, error, message, isAuthenticated });
    });
    this.connection.on('trackmoved', (from, to) => {
      this.#lines = this.#lines.map((line) => (line === from ? to : line));
    });
    this.connection.on('warning', (error) =>
      this.events.push({ type: 'warning', error: errorFields(error) }),
    );
  }

  /** A certificate by which a device may recognise this browser. */
  static async generateCertificate(): Promise<RTCCertificate> {
    const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
    return await RTCPeerConnection.generateCertificate(algorithm);
  }

  async prepare(): Promise<Outcome<void>> {
    return await attempt(async () => await this.connection.prepare());
  }

  async connect(): Promise<Outcome<void>> {
    return await attempt(async () => await this.connection.connect({ signal: this.#abort.signal }));
  }

  /** Aborts connecting. */
  abort(): void {
    this.#abort.abort();
    this.#abort = new AbortController();
  }

  async close(): Promise<Outcome<void>> {
    return await attempt(async () => await this.connection.close());
  }

  async request({ method, path, payload, ...options }: ProbeRequest): Promise<Outcome<ProbeResponse>> {
    return await attempt(async () => {
      const body = payload === undefined ? {} : { payload: Uint8Array.from(payload) };
      const response = await this.connection.request(method, path, { ...options, ...body });
      return {
        statusCode: response.statusCode,
        contentFormat: response.contentFormat,
        payload: response.payload === undefined ? undefined : Array.from(response.payload),
      };
    });
  }

  async authenticate(username: string, password: string): Promise<Outcome<void>> {
    return await attempt(async () => await this.connection.authenticate({ username, password }));
  }

  async verifyFingerprint(fingerprint: string): Promise<Outcome<FingerprintVerdict>> {
    return await attempt(async () => await this.connection.verifyFingerprint(fingerprint));
  }

  async createUser(username: string, role: string): Promise<Outcome<{ username: string; password: string }>> {
    return await attempt(async () => {
      const { Username, Password } = await this.connection.iam.createUser({ username, role });
      return { username: Username, password: Password };
    });
  }

  /** The user of this connection on the device. */
  async whoAmI(): Promise<Outcome<{ username: string; role: string | undefined }>> {
    return await attempt(async () => {
      const { Username, Role } = await this.connection.iam.getMe();
      return { username: Username, role: Role };
    });
  }

  /** Users or roles, by name. */
  async list(what: 'users' | 'roles'): Promise<Outcome<readonly string[]>> {
    return await attempt(
      async () =>
        await (what === 'users' ? this.connection.iam.listUsers() : this.connection.iam.listRoles()),
    );
  }

  /** The microphone, sent as a track; Chromium's fake one beeps. */
  async talk(trackId: string, options?: AddTrackOptions): Promise<Outcome<void>> {
    return await attempt(async () => {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
      for (const track of stream.getAudioTracks())
        this.#lines.push(this.connection.addTrack(track, trackId, options));
    });
  }

  /** Removes the microphone from its lines. */
  stopTalking(): void {
    for (const line of this.#lines) this.connection.removeTrack(line);
  }

  /** The directions of the microphone's lines. */
  talkDirections(): readonly (string | null)[] {
    return this.#lines.map(({ currentDirection }) => currentDirection);
  }

  /** The width of a track's picture, once it has one. */
  async frameWidth(trackId: string): Promise<Outcome<number>> {
    return await attempt(async () => {
      await this.nextFrame(trackId);
      return this.#readers.get(this.#liveTrack(trackId))?.size.width ?? 0;
    });
  }

  /** The pixels of the next frame of the newest live track of that name. */
  async nextFrame(trackId: string): Promise<Outcome<number[]>> {
    return await attempt(async () => {
      const track = this.#liveTrack(trackId);
      const reader = this.#readers.get(track) ?? new FrameReader(track);
      this.#readers.set(track, reader);
      return await reader.next();
    });
  }

  /** The volume of the newest live track of that name, from 0 to 1. */
  async soundLevel(trackId: string): Promise<Outcome<number>> {
    return await attempt(async () => {
      const track = this.#liveTrack(trackId);
      const meter = this.#meters.get(track) ?? new SoundMeter(track);
      this.#meters.set(track, meter);
      return await meter.level();
    });
  }

  #liveTrack(trackId: string): MediaStreamTrack {
    const entry = this.#tracks.findLast(
      ({ trackId: id, track }) => id === trackId && track.readyState === 'live',
    );
    if (entry === undefined) throw new Error(`no live track ${trackId}`);
    return entry.track;
  }

  /** The sum of one number over all statistics of a type. */
  async statistic(type: string, key: string): Promise<number> {
    let sum = 0;
    for (const report of (await this.connection.getStats()).values()) {
      if (report.type === type) sum += Number(report[key] ?? 0);
    }
    return sum;
  }

  /** How much later the sound heard now was sent than the picture shown now, in milliseconds; undefined while the browser has no estimate. */
  async lipSyncMs(): Promise<number | undefined> {
    const reports = [...(await this.connection.getStats()).values()];
    const [heard, seen] = ['audio', 'video'].map((kind) => {
      const report = reports.find((each) => each.type === 'inbound-rtp' && each.kind === kind);
      return Number(report?.estimatedPlayoutTimestamp ?? Number.NaN);
    });
    const differenceMs = (heard ?? Number.NaN) - (seen ?? Number.NaN);
    return Number.isNaN(differenceMs) ? undefined : differenceMs;
  }
}
