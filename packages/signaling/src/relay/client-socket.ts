/** @module A client's socket, from login to its end (PROTOCOL.md section 2). */
import { randomUUID } from 'node:crypto';
import {
  after,
  asksToWait,
  assertNever,
  CloseCode,
  Disposables,
  encodeDeviceReport,
  encodeSignalingMessage,
  LOGIN_FEATURES,
  parseSignalingMessage,
  signalingKindOf,
  type DeviceKey,
  type IceServer,
  type LoginMessage,
  type LoginReply,
  type TokenBucket,
} from '@longwire/protocol';
import type { WebSocket } from 'ws';
import type { IceRequest } from '../ports/ice.ts';
import type { SessionDevice, OpenedSession, SessionClient } from '@longwire/cluster';
import { networkOf } from '../request/address.ts';
import { ClientAdmission, type Admitted } from './client-admission.ts';
import { DEVICE_ATTACHED, ServiceCloseCode } from './close-reason.ts';
import type { LiveClient } from './live-register.ts';
import { LoginDecisions } from './login-decisions.ts';
import { createMessageBucket } from './message-bucket.ts';
import { LimitedSocket, type SocketProtocol } from './limited-socket.ts';
import type { RelayShared } from './relay-shared.ts';
import type { SocketOrigin } from './socket-origin.ts';

type Opened = Extract<OpenedSession, { kind: 'opened' }>;

/** An open session with the device. */
interface Entered {
  readonly client: LiveClient;
  readonly session: SessionDevice;
}

type ClientState =
  | { readonly kind: 'new' }
  /**
   * Messages from the device wait until the login is answered; their number is bounded by the device's
   * message burst.
   */
  | { readonly kind: 'admitting'; readonly early: string[]; readonly entered: Entered | undefined }
  | ({ readonly kind: 'relaying' } & Entered)
  /** Waits for its device (docs/protocol/wait.md); disposing `until` ends that. */
  | { readonly kind: 'waiting'; readonly until: Disposables }
  | { readonly kind: 'ended' };

/** Options of {@link ClientSocket}. */
export interface ClientSocketOptions {
  readonly socket: WebSocket;
  readonly shared: RelayShared;
  readonly origin: SocketOrigin;
  /** Protects the connection that carries the socket (see LimitedSocket). */
  readonly keep: (() => void) | undefined;
  /** Messages from the opening handshake, handled first. */
  readonly early: readonly string[];
}

/** Handles messages strictly in order, including those that arrive before the login is answered. */
export class ClientSocket implements SocketProtocol, SessionClient {
  readonly #shared: RelayShared;
  readonly #origin: SocketOrigin;
  readonly #bucket: TokenBucket;
  readonly #socket: LimitedSocket;
  readonly #decisions: LoginDecisions;
  readonly #admission: ClientAdmission;
  /** Runs until the login is answered. */
  #loginTimer: Disposable | undefined;
  #state: ClientState = { kind: 'new' };

  constructor({ socket, shared, origin, keep, early }: ClientSocketOptions) {
    const { clock, limits } = shared;
    this.#shared = shared;
    this.#origin = origin;
    this.#bucket = createMessageBucket(shared);
    this.#loginTimer = after(clock, limits.loginTimeoutMs, () => this.end(CloseCode.connectionTimeout));
    const turnAway = (code: number, words?: string): void => this.#turnAway(code, words);
    const decisions = new LoginDecisions({ actor: 'client', shared, origin, turnAway });
    this.#decisions = decisions;
    this.#socket = new LimitedSocket({
      socket,
      protocol: this,
      shared,
      group: shared.clients,
      network: networkOf(origin.address),
      keep,
      maxUnsentBytes: limits.bufferedBytes,
    });
    this.#admission = new ClientAdmission({ shared, socket: this.#socket, decisions });
    for (const text of early) this.#socket.handleFrame(Buffer.from(text), false);
  }

  deliver(text: string): void {
    if (this.#state.kind === 'admitting') this.#state.early.push(text);
    else this.#socket.send(text);
  }

  end(code: number, reason?: string): void {
    this.#socket.close(code, reason);
  }

  charge(): boolean {
    return this.#bucket.take(this.#shared.clock.monotonic());
  }

  handleText(text: string): Promise<void> | undefined {
    switch (this.#state.kind) {
      case 'new':
        return this.#handleFirst(text);
      case 'relaying':
        return this.#handleMessage(this.#state, text);
      case 'admitting':
      case 'waiting':
      case 'ended':
        return undefined;
      default:
        return assertNever(this.#state);
    }
  }

  #handleFirst(text: string): Promise<void> | undefined {
    const parsed = parseSignalingMessage(text);
    if (!parsed.ok) return this.#decisions.ignore(parsed.reason);
    if (parsed.value.kind !== 'login') return this.#decisions.ignore('login required first');
    return asksToWait(text) ? this.#wait(parsed.value) : this.#login(parsed.value);
  }

  #handleMessage(
    { client, session }: Extract<ClientState, { kind: 'relaying' }>,
    text: string,
  ): Promise<void> | undefined {
    const kind = signalingKindOf(text);
    if (!kind.ok) return this.#decisions.ignore(kind.reason);
    switch (kind.value) {
      case 'description':
      case 'candidate':
      case 'requestOffer':
        this.#shared.metrics.countMessage('client');
        return session.deliver(text);
      case 'turnRequest':
        return this.#answerTurnRequest(client);
      case 'login':
      case 'loginReply':
      case 'turnReply':
        return this.#decisions.ignore(`unexpected ${kind.value}`);
      default:
        return assertNever(kind.value);
    }
  }

  async #login(message: LoginMessage): Promise<void> {
    const early: string[] = [];
    this.#state = { kind: 'admitting', early, entered: undefined };
    const { revision } = this.#shared.live;
    const admitted = await this.#admission.enter(message);
    if (admitted === undefined) return;
    const { key } = admitted;
    await this.#decisions.record(key, { outcome: 'allowed', tokenId: admitted.tokenId });
    const client = this.#liveClient(admitted);
    const opened = await this.#openSession(client);
    if (opened === undefined) return;
    const entered = { client, session: opened.session };
    this.#state = { kind: 'admitting', early, entered };
    this.#shared.live.addClient(entered.client);
    // a scope that ended since the check did not include this session yet, so check again
    if (this.#shared.live.revision !== revision && (await this.#admission.check(key, message)) === undefined)
      return;
    if (this.#socket.isEnded) return;
    this.#state = { kind: 'relaying', ...entered };
    this.#stopLoginTimer();
    this.#socket.send(encodeSignalingMessage(loginReply(opened)));
    for (const text of early) this.#socket.send(text);
    this.#shared.metrics.countLogin('client', 'admitted', undefined);
    this.#decisions.log(key, { tokenId: admitted.tokenId, session: entered.client.id }, 'client logged in');
  }

  /** Reports to the client when its device attaches, and closes the socket: the client then logs in as usual. */
  async #wait(message: LoginMessage): Promise<void> {
    this.#state = { kind: 'admitting', early: [], entered: undefined };
    const { waiting, live, presence, clock, limits } = this.#shared;
    const { revision } = live;
    const admitted = await this.#admission.enter(message);
    if (admitted === undefined) return;
    const { key, tokenId } = admitted;
    const verdict = waiting.take(tokenId);
    if (verdict.kind === 'full')
      return this.#decisions.refuse(key, ServiceCloseCode.tryAgainLater, verdict.reason, verdict.reason);
    const until = new Disposables();
    this.#state = { kind: 'waiting', until };
    this.#stopLoginTimer();
    until.use(verdict.slot);
    until.use(live.addWaiting(this.#liveClient(admitted)));
    until.use(after(clock, limits.waitMs, () => this.end(CloseCode.deviceOffline)));
    until.use(presence.watch(key, () => void this.#reportAttached(key, message)));
    await this.#decisions.record(key, { outcome: 'allowed', tokenId, detail: 'waits for the device' });
    // As for a session: a scope that ended since the check did not include this client yet.
    if (live.revision !== revision && (await this.#admission.check(key, message)) === undefined) return;
    if ((await presence.locate(key)).kind === 'attached') return await this.#reportAttached(key, message);
    this.#socket.send(encodeDeviceReport(false));
  }

  /** The token may have expired meanwhile. */
  async #reportAttached(key: DeviceKey, message: LoginMessage): Promise<void> {
    try {
      if ((await this.#admission.check(key, message)) === undefined) return;
      this.#socket.send(encodeDeviceReport(true));
      this.end(CloseCode.deviceClosed, DEVICE_ATTACHED);
    } catch (error) {
      this.#socket.handleFault(error);
    }
  }

  #turnAway(code: number, reason?: string): undefined {
    if (this.#socket.isEnded) return;
    this.#shared.metrics.countLogin('client', 'refused', code);
    this.end(code, reason);
  }

  #turnAwayFrom(device: 'offline' | 'full' | 'unreachable'): undefined {
    if (device === 'offline') return this.#turnAway(CloseCode.deviceOffline);
    const reason = device === 'unreachable' ? 'other nodes are out of reach' : undefined;
    return this.#turnAway(ServiceCloseCode.tryAgainLater, reason);
  }

  async #openSession(client: LiveClient): Promise<Opened | undefined> {
    const { key, tokenId } = client;
    const located = await this.#shared.presence.locate(key);
    if (located.kind !== 'attached') return this.#turnAwayFrom(located.kind);
    const iceServers = await this.#iceServers(client, 'device');
    if (this.#socket.isEnded) return undefined;
    const opened = await located.attachment.openSession({ tokenId, iceServers, client: this });
    if (opened.kind !== 'opened') return this.#turnAwayFrom(opened.kind);
    const { endedWith } = this.#socket;
    if (endedWith === undefined) return opened;
    opened.session.end(endedWith);
    return undefined;
  }

  #liveClient({ key, tokenId, jwtIssuer }: Admitted): LiveClient {
    const { address } = this.#origin;
    const since = this.#shared.clock.wall();
    return { id: randomUUID(), key, tokenId, jwtIssuer, address, since, connection: this };
  }

  #iceServers({ key, tokenId, id }: LiveClient, peer: IceRequest['peer']): Promise<IceServer[]> {
    return this.#shared.ice.serversFor({ ...key, tokenId, session: id, peer });
  }

  async #answerTurnRequest(client: LiveClient): Promise<void> {
    const iceServers = await this.#iceServers(client, 'client');
    this.#socket.send(encodeSignalingMessage({ kind: 'turnReply', iceServers }));
  }

  #stopLoginTimer(): void {
    this.#loginTimer?.[Symbol.dispose]();
    this.#loginTimer = undefined;
  }

  handleEnd(code: number, reason?: string): void {
    const state = this.#state;
    this.#state = { kind: 'ended' };
    this.#stopLoginTimer();
    this.#shared.metrics.countClose('client', code);
    if (state.kind === 'waiting') state.until.dispose();
    const entered =
      state.kind === 'admitting' ? state.entered : state.kind === 'relaying' ? state : undefined;
    if (entered === undefined) return;
    this.#shared.live.removeClient(entered.client);
    entered.session.end(code, reason);
  }
}

/** Sends a duration instead of a time, because the clocks of browser, service and nodes may differ. */
function loginReply({ onlineMs }: Opened): LoginReply {
  const onlineSeconds = onlineMs === undefined ? undefined : Math.floor(onlineMs / 1_000);
  return { kind: 'loginReply', features: LOGIN_FEATURES, onlineSeconds };
}
