/** @module An application under attack, in a page: on a connection or on a session, as in the client's README. */
import {
  createConnection,
  createSession,
  type Connection,
  type Session,
  type IceServerCache,
} from '@longwire/client';
import type { Outcome, Step } from '../hostile/script.ts';
import type { Claim } from '../hostile/truth.ts';
import { identityClaims, watch } from '../hostile/watch.ts';
import './hostile-watch.ts';

/** The options of an application that a page can receive. */
export interface HostileClientOptions {
  readonly client: 'connection' | 'session';
  readonly signalingServerUrl: string;
  readonly productId: string;
  readonly deviceId: string;
  readonly sct: string;
  /** The device's fingerprint, if the application has one; it logs in without one otherwise. */
  readonly fingerprint: string | undefined;
  readonly acceptUnbound: boolean;
  readonly credentials: { readonly username: string; readonly password: string };
  readonly isPrepared: boolean;
  readonly isEarly: boolean;
  readonly connectTimeoutMs: number;
}

/** How long an answer may take, in milliseconds. */
const REQUEST_TIMEOUT_MS = 1500;

/** One application. */
export class HostileClient {
  readonly #options: HostileClientOptions;
  readonly #used: Connection | Session;
  #isStopped = false;
  #wasConnected = false;

  constructor(options: HostileClientOptions) {
    this.#options = options;
    this.#used = options.client === 'connection' ? this.#createConnection() : this.#createSession();
    watch(this.#used, recordClaim);
  }

  /** Connects, verifies and logs in, as far as possible. */
  async begin(): Promise<void> {
    const used = this.#used;
    if ('ready' in used) {
      await succeeds(used.ready({ signal: AbortSignal.timeout(this.#options.connectTimeoutMs) }));
      this.#wasConnected = used.state.kind === 'ready';
    } else {
      await this.#connect(used);
    }
    this.#reevaluate();
  }

  /** Runs one more step; its failure is ignored. */
  async step(step: Step): Promise<void> {
    const used = this.#used;
    const payload = JSON.stringify({ tracks: ['frontdoor-video', 'frontdoor-audio'] });
    const steps: Partial<Record<Step, () => Promise<unknown>>> = {
      'ask for tracks': () => used.request('POST', '/webrtc/tracks', { payload, contentFormat: 50 }),
      'open a stream': () => {
        const options = { timeoutMs: REQUEST_TIMEOUT_MS };
        return 'streams' in used ? used.streams.open(8080, options) : used.openStream(8080, options);
      },
      'change the password': () => this.#changePassword(),
      'visit again': async () => {
        if ('ready' in used)
          await used.ready({ signal: AbortSignal.timeout(this.#options.connectTimeoutMs) });
      },
    };
    const done = steps[step];
    if (done !== undefined) await succeeds(done());
    this.#reevaluate();
  }

  async #changePassword(): Promise<void> {
    const { username } = this.#options.credentials;
    if (this.#isBound()) await this.#used.iam.setPassword(username, 'a new password');
  }

  /** Resolves when work between two answers of the device is done, and no description is being applied. */
  async settle(): Promise<void> {
    for (let count = 0; count < 2; count += 1) {
      await succeeds(this.#used.request('GET', '/iam/me'));
      await becomesStable();
    }
    this.#reevaluate();
    const isProved = this.#used.identity.verified?.bound === true;
    if (isProved && window.hostileWatch.hasSecondTransport())
      window.hostileWatch.claim({ kind: 'second transport', text: 'media' });
  }

  outcome(): Outcome {
    const used = this.#used;
    if (this.#isStopped) return 'stopped';
    if ('ready' in used) {
      const { kind, reason } = used.state;
      const isOther = reason?.code === 'ERR_WRONG_DEVICE' || reason?.code === 'ERR_DEVICE_UNBOUND';
      if (kind === 'ended') return isOther ? 'stopped' : 'ended';
      if (kind !== 'ready') return this.#wasConnected ? 'ended' : 'no connection';
    } else if (used.state !== 'connected') return this.#wasConnected ? 'ended' : 'no connection';
    if (used.identity.verified?.bound === true) return 'verified';
    return used.identity.login === undefined ? 'connected' : 'logged in';
  }

  async end(): Promise<void> {
    await ('ready' in this.#used ? this.#used.end() : this.#used.close());
  }

  #createConnection(): Connection {
    const { isEarly, signalingServerUrl, productId, deviceId, sct, connectTimeoutMs } = this.#options;
    return createConnection({
      signalingServerUrl,
      productId,
      deviceId,
      sct,
      connectTimeoutMs,
      requestTimeoutMs: REQUEST_TIMEOUT_MS,
      iceServers: [],
      iceServerCache: memory(isEarly),
    });
  }

  #createSession(): Session {
    const { signalingServerUrl, productId, deviceId, sct, fingerprint, acceptUnbound, credentials } =
      this.#options;
    return createSession({
      signalingServerUrl,
      productId,
      deviceId,
      sct,
      fingerprint,
      acceptUnbound,
      connectTimeoutMs: this.#options.connectTimeoutMs,
      requestTimeoutMs: REQUEST_TIMEOUT_MS,
      iceServers: [],
      iceServerCache: memory(false),
      login: async (connection, signal) => await connection.authenticate(credentials, { signal }),
    });
  }

  async #connect(connection: Connection): Promise<void> {
    const { isPrepared, fingerprint, credentials, acceptUnbound } = this.#options;
    if (isPrepared) await succeeds(connection.prepare());
    this.#wasConnected = await succeeds(connection.connect());
    if (!this.#wasConnected) return;
    if (fingerprint !== undefined) {
      const verdict = await connection.verifyFingerprint(fingerprint).catch(() => undefined);
      if (verdict === undefined) return;
      this.#isStopped = !verdict.valid || (!verdict.bound && !acceptUnbound);
    }
    if (this.#isStopped) {
      await connection.close();
      return;
    }
    await succeeds(connection.authenticate(credentials));
    if (!this.#isBound()) return;
    const user = await connection.iam.getMe().catch(() => undefined);
    if (user !== undefined) recordClaim({ kind: 'user', text: user.Username });
  }

  /** Whether a man in the middle is excluded: by a proof that contains the certificates, or by a login over them. */
  #isBound(): boolean {
    const { verified, login } = this.#used.identity;
    return verified?.bound === true || login !== undefined;
  }

  #reevaluate(): void {
    identityClaims(this.#used).forEach(recordClaim);
  }
}

function recordClaim(claim: Claim): void {
  switch (claim.kind) {
    case 'verified':
      window.hostileWatch.claim({ kind: 'verified', text: claim.how });
      break;
    case 'login':
      window.hostileWatch.claim({ kind: 'login', text: claim.username });
      break;
    case 'track': {
      const media = claim.track instanceof MediaStreamTrack ? claim.track.kind : '';
      window.hostileWatch.claim({ kind: 'track', text: claim.name, media });
      break;
    }
    case 'user':
    case 'trouble':
      window.hostileWatch.claim({ kind: claim.kind, text: claim.text });
      break;
    case 'kept key':
    case 'second transport':
      break;
  }
}

/** Early-message storage of a fresh page, or of one whose service supports early messages. */
function memory(isEarly: boolean): IceServerCache {
  const notes = new Map<string, object | undefined>();
  return {
    get: (key) => notes.get(key) ?? (isEarly && key.includes('"service"') ? { isEarly } : undefined),
    set: (key, note) => void notes.set(key, note),
  };
}

/** Resolves when every description is applied, or none gets an answer. */
async function becomesStable(): Promise<void> {
  const untilMs = performance.now() + REQUEST_TIMEOUT_MS;
  while (!window.hostileWatch.isStable() && performance.now() < untilMs) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}

async function succeeds(task: Promise<unknown>): Promise<boolean> {
  return await task.then(
    () => true,
    () => false,
  );
}
