/** @module Runs a test's commands on a session in the test page. */
import { createSession, type Credentials, type Session, type SessionOptions } from '@longwire/client';
import { attempt, errorFields, type ErrorFields, type Outcome } from './outcome.ts';
import { SessionCalls } from './session-calls.ts';

/** How long a request waits for a device that is being started, in milliseconds. */
const REQUEST_TIMEOUT_MS = 60_000;

/** A session that logs in with a password, in a form that can be passed to a page. */
export interface SessionProbeOptions extends Pick<
  SessionOptions,
  'signalingServerUrl' | 'productId' | 'deviceId' | 'fingerprint' | 'iceTransportPolicy' | 'handshake'
> {
  /** The token, or the results of a token function, one for each call. */
  readonly sct: string | readonly string[];
  readonly credentials: Credentials;
}

/** A state of the session. */
export interface SeenState {
  readonly kind: string;
  readonly reason: ErrorFields | undefined;
}

function oneAfterTheOther(tokens: readonly string[]): () => string {
  const left = tokens.values();
  return () => {
    const { value } = left.next();
    if (value === undefined)
      throw new Error(`the token function was called more than ${tokens.length} times`);
    return value;
  };
}

/** One session and its recorded states. */
export class SessionProbe {
  readonly states: SeenState[] = [];
  readonly session: Session;
  readonly calls: SessionCalls;
  readonly #video = document.createElement('video');
  #frames = 0;
  #markMs = 0;
  #newestMs = 0;
  #longestGapMs = 0;

  constructor({ credentials, sct, ...options }: SessionProbeOptions) {
    this.session = createSession({
      ...options,
      sct: typeof sct === 'string' ? sct : oneAfterTheOther(sct),
      requestTimeoutMs: REQUEST_TIMEOUT_MS,
      login: async (connection, signal) => await connection.authenticate(credentials, { signal }),
    });
    this.session.on('statechange', ({ kind, reason }) =>
      this.states.push({ kind, reason: reason === undefined ? undefined : errorFields(reason) }),
    );
    this.calls = new SessionCalls(this.session);
  }

  async ready(): Promise<Outcome<void>> {
    return await attempt(async () => await this.session.ready());
  }

  /** The user of this browser on the device. */
  async whoAmI(): Promise<Outcome<string>> {
    return await attempt(async () => (await this.session.iam.getMe()).Username);
  }

  /** Requests a track and shows it, in one element for as long as the session lasts. */
  play(trackId: string): void {
    Object.assign(this.#video, { muted: true, playsInline: true, autoplay: true });
    this.#video.srcObject = this.session.tracks.watch(trackId).stream;
    document.body.append(this.#video);
    this.#count();
  }

  /** How many frames were shown. */
  get frames(): number {
    return this.#frames;
  }

  /** Starts a new measurement of {@link shownMs} and {@link longestGapMs}. */
  mark(): void {
    this.#markMs = performance.now();
    this.#newestMs = this.#markMs;
    this.#longestGapMs = 0;
  }

  /** How long after the mark the newest frame was shown, in milliseconds. */
  get shownMs(): number {
    return this.#newestMs - this.#markMs;
  }

  /** The longest time without a new frame since the mark, in milliseconds. */
  get longestGapMs(): number {
    return this.#longestGapMs;
  }

  #count(): void {
    this.#video.requestVideoFrameCallback((nowMs) => {
      this.#frames += 1;
      this.#longestGapMs = Math.max(this.#longestGapMs, nowMs - this.#newestMs);
      this.#newestMs = nowMs;
      this.#count();
    });
  }
}
