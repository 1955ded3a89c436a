/** @module Test fixture: a device's resources without sockets, and clients that send real frames. */
import { randomBytes } from 'node:crypto';
import {
  ContentFormat,
  encodeRequest,
  fingerprintOfDer,
  given,
  parseResponse,
  parseUser,
  redactingLogger,
  utf8Decode,
  utf8Encode,
  type CborValue,
  type Fingerprint,
  type Logger,
  type Method,
  type WireFingerprints,
} from '@longwire/protocol';
import { decodeCbor, encodeCbor } from '@longwire/protocol/cbor';
import { startClientLogin, type ClientLogin } from '@longwire/protocol/login';
import type { LoginRates } from '../auth/login-limits.ts';
import { OauthLogins } from '../auth/oauth/oauth-logins.ts';
import type { VerifyToken } from '../auth/oauth/token-verifier.ts';
import { PasswordLogins } from '../auth/password-logins.ts';
import { SessionIdentity } from '../auth/session-identity.ts';
import { Iam } from '../iam/iam.ts';
import type { IamConfig } from '../iam/iam-config.ts';
import type { IamState } from '../iam/iam-state.ts';
import type { StateStore } from '../iam/state-store.ts';
import { generatePrivateKey, identityOf } from '../identity/identity-key.ts';
import type { Identity } from '../identity/identity.ts';
import { createMemoryStore } from '../store/memory-store.ts';
import { CoapChannel } from './coap-channel.ts';
import { registerDeviceResources } from './register-resources.ts';
import { Router } from './router.ts';

/** Options of a harness. */
export interface HarnessOptions {
  readonly state?: IamState;
  readonly store?: StateStore;
  readonly config?: IamConfig;
  readonly rates?: Partial<LoginRates>;
  readonly identity?: Identity;
  readonly verifyToken?: VerifyToken;
}

/** An answer as a client sees it. */
export interface HarnessAnswer {
  readonly statusCode: number;
  readonly contentFormat: number | undefined;
  readonly payload: Uint8Array;
  text(): string;
  cbor(): CborValue;
}

/** The payload of a request; one of these at most. */
export interface HarnessBody {
  readonly cbor?: CborValue;
  readonly json?: unknown;
  readonly bytes?: Uint8Array;
  readonly contentFormat?: number;
}

/** SHA-256 of a name, as the fingerprint of a test certificate. */
export function testFingerprint(name: string): Fingerprint {
  return fingerprintOfDer(utf8Encode(name));
}

/** A device's resources; tests set its clocks. */
export class ResourceHarness {
  readonly router: Router;
  readonly iam: Iam;
  readonly store: StateStore;
  readonly identity: Identity;
  /** All log entries as text. */
  readonly log: string[] = [];
  /** The time for the limits of logins and changes. */
  nowMs = 0;
  /** The time for the expiry of invites and open pairing, in milliseconds since 1970. */
  wallClockMs = 1_800_000_000_000;
  readonly #sessions: SessionIdentity[] = [];

  constructor({ state, store, config, rates, identity, verifyToken }: HarnessOptions = {}) {
    this.identity = identity ?? identityOf(generatePrivateKey());
    const logger = redactingLogger(collectingLogger(this.log));
    this.store = store ?? createMemoryStore(state);
    this.iam = new Iam({
      store: this.store,
      logger,
      nowMs: () => this.wallClockMs,
      monotonicMs: () => this.nowMs,
      openSessions: () => this.#sessions,
      ...given({ config }),
    });
    this.router = new Router({ guard: this.iam, logger });
    const common = {
      iam: this.iam,
      logger,
      nowMs: () => this.nowMs,
      ...given({ rates }),
    };
    const logins = new PasswordLogins(common);
    const oauth = new OauthLogins({ ...common, verify: verifyToken });
    const info = { productId: 'pr-test', deviceId: 'de-test' };
    registerDeviceResources(this.router, { iam: this.iam, identity: this.identity, logins, oauth, info });
  }

  /** A new connection of the browser with this certificate. */
  connect(browser: string, tokenId = 'token-1'): HarnessClient {
    return this.connectWith(
      testFingerprint(browser),
      testFingerprint('the device of this connection'),
      tokenId,
    );
  }

  /** A new connection between two certificates. */
  connectWith(
    clientFingerprint: Fingerprint,
    deviceFingerprint: Fingerprint,
    tokenId = 'token-1',
  ): HarnessClient {
    const session = new SessionIdentity({ clientFingerprint, deviceFingerprint, tokenId });
    this.#sessions.push(session);
    return new HarnessClient(session, new CoapChannel({ router: this.router, context: { session } }));
  }
}

/** One connection. */
export class HarnessClient {
  readonly session: SessionIdentity;
  readonly channel: CoapChannel;
  #requests = 0;

  constructor(session: SessionIdentity, channel: CoapChannel) {
    this.session = session;
    this.channel = channel;
  }

  /** Sends a request as a frame and parses the answering frame. */
  async request(method: Method, path: string, body: HarnessBody = {}): Promise<HarnessAnswer> {
    this.#requests += 1;
    const requestId = `r${this.#requests}`;
    const answer = await this.channel.handleMessage(
      encodeRequest({ requestId, method, path, ...framed(body) }),
    );
    const parsed = parseResponse(answer ?? '');
    if (!parsed.ok || 'error' in parsed.value)
      throw new Error(`no answer to ${method} ${path}: ${answer ?? 'nothing'}`);
    const { statusCode, contentFormat, payload = new Uint8Array(0) } = parsed.value;
    return {
      statusCode,
      contentFormat,
      payload,
      text: () => utf8Decode(payload),
      cbor: () => decodeCbor(payload),
    };
  }

  /** Runs the first round of a login, bound to the certificates of this connection or to others. */
  async startLogin(
    username: string,
    password: string,
    { clientFingerprint, deviceFingerprint }: WireFingerprints = this.session,
  ): Promise<{ readonly login: ClientLogin; readonly answer: HarnessAnswer }> {
    const login = startClientLogin({
      username,
      password,
      clientFingerprint,
      deviceFingerprint,
      randomBytes: (length) => new Uint8Array(randomBytes(length)),
    });
    const body = { bytes: login.request, contentFormat: ContentFormat.cbor };
    return { login, answer: await this.request('POST', '/p2p/pwd-auth/1', body) };
  }

  /** Runs both rounds of a login; returns the status of the last answer. */
  async login(username: string, password: string): Promise<number> {
    const { login, answer } = await this.startLogin(username, password);
    if (answer.statusCode !== 201) return answer.statusCode;
    const { confirmation, verify } = login.handleServerPoint(answer.payload);
    const round2 = await this.request('POST', '/p2p/pwd-auth/2', { bytes: confirmation });
    if (round2.statusCode === 201 && !verify(round2.payload))
      throw new Error('the device did not prove the password');
    return round2.statusCode;
  }

  /** The user of this connection, if it has one. */
  async whoAmI(): Promise<string | undefined> {
    const answer = await this.request('GET', '/iam/me');
    if (answer.statusCode === 404) return undefined;
    return parseUser(answer.cbor()).Username;
  }
}

function framed({ cbor, json, bytes, contentFormat }: HarnessBody): {
  contentFormat?: number;
  payload?: Uint8Array;
} {
  if (cbor !== undefined)
    return { contentFormat: contentFormat ?? ContentFormat.cbor, payload: encodeCbor(cbor) };
  if (json !== undefined)
    return { contentFormat: contentFormat ?? ContentFormat.json, payload: utf8Encode(JSON.stringify(json)) };
  if (bytes !== undefined)
    return { contentFormat: contentFormat ?? ContentFormat.octetStream, payload: bytes };
  return {};
}

function collectingLogger(lines: string[]): Logger {
  const write = (event: string, fields?: unknown): void => {
    lines.push(`${event} ${JSON.stringify(fields ?? {})}`);
  };
  return { debug: write, info: write, warn: write, error: write };
}
