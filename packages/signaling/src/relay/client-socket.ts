/** @module A client's socket, from login to its end (PROTOCOL.md section 2). */
import { randomUUID } from 'node:crypto';
import {
  asksToWait,
  assertNever,
  CloseCode,
  CloseReason,
  encodeDeviceReport,
  encodeSignalingMessage,
  foldId,
  LOGIN_FEATURES,
  parseSignalingMessage,
  signalingKindOf,
  type IceServer,
  type LoginMessage,
  type LoginReply,
  type TokenBucket,
} from '@longwire/protocol';
import type { WebSocket } from 'ws';
import type { Credential, AdmissionVerdict } from '../ports/admission.ts';
import type { AuditEvent } from '../ports/audit.ts';
import type { IceRequest } from '../ports/ice.ts';
import type { DeviceKey } from '@longwire/protocol';
import type { SessionDevice, OpenedSession, SessionClient } from '@longwire/cluster';
import { networkOf } from '../request/address.ts';
import { DEVICE_ATTACHED, ServiceCloseCode, TOO_MANY_LOGINS, TOO_MANY_SOCKETS } from './close-reason.ts';
import type { LiveClient } from './live-register.ts';
import { loggedKey } from './logged-key.ts';
import { credentialId } from './login-gate.ts';
import { createMessageBucket } from './message-bucket.ts';
import { PeerSocket, type SocketProtocol } from './peer-socket.ts';
import type { RelayShared } from './relay-shared.ts';
import type { SocketOrigin } from './socket-origin.ts';
import { after } from '@longwire/protocol';

type Admitted = Extract<AdmissionVerdict, { kind: 'admitted' }> & { readonly key: DeviceKey };
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
  | { readonly kind: 'waiting'; readonly until: DisposableStack }
  | { readonly kind: 'ended' };

/** Options of {@link ClientSocket}. */
export interface ClientSocketOptions {
  readonly socket: WebSocket;
  readonly shared: RelayShared;
  readonly origin: SocketOrigin;
  /** Protects the connection that carries the socket (see PeerSocket). */
  readonly keep: (() => void) | undefined;
  /** Messages from the opening handshake, handled first. */
  readonly early: readonly string[];
}

/** Handles messages strictly in order, including those that arrive before the login is answered. */
export class ClientSocket implements SocketProtocol, SessionClient {
  readonly #shared: RelayShared;
  readonly #origin: SocketOrigin;
  readonly #bucket: TokenBucket;
  readonly #socket: PeerSocket;
  /** Runs until the login is answered. */
  #loginTimer: Disposable | undefined;
  #state: ClientState = { kind: 'new' };

  constructor({ socket, shared, origin, keep, early }: ClientSocketOptions) {
    const { clock, limits } = shared;
    this.#shared = shared;
    this.#origin = origin;
    this.#bucket = createMessageBucket(shared);
    this.#loginTimer = after(clock, limits.loginTimeoutMs, () => this.end(CloseCode.connectionTimeout));
    this.#socket = new PeerSocket({
      socket,
      peer: this,
      shared,
      group: shared.clients,
      network: networkOf(origin.address),
      keep,
      maxUnsentBytes: limits.bufferedBytes,
    });
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
    if (!parsed.ok) return this.#ignore(parsed.reason);
    if (parsed.value.kind !== 'login') return this.#ignore('login required first');
    return asksToWait(text) ? this.#wait(parsed.value) : this.#login(parsed.value);
  }

  #handleMessage(
    { client, session }: Extract<ClientState, { kind: 'relaying' }>,
    text: string,
  ): Promise<void> | undefined {
    const kind = signalingKindOf(text);
    if (!kind.ok) return this.#ignore(kind.reason);
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
        return this.#ignore(`unexpected ${kind.value}`);
      default:
        return assertNever(kind.value);
    }
  }

  async #login(message: LoginMessage): Promise<void> {
    const early: string[] = [];
    this.#state = { kind: 'admitting', early, entered: undefined };
    const credential = credentialOf(message);
    const { revision } = this.#shared.live;
    const admitted = await this.#enter(message);
    if (admitted === undefined) return;
    const { key } = admitted;
    await this.#record(key, { outcome: 'allowed', tokenId: admitted.tokenId });
    const client = this.#liveClient(admitted);
    const opened = await this.#openSession(client);
    if (opened === undefined) return;
    const entered = { client, session: opened.session };
    this.#state = { kind: 'admitting', early, entered };
    this.#shared.live.addClient(entered.client);
    // a scope that ended since the check did not include this session yet, so check again
    if (this.#shared.live.revision !== revision && (await this.#admit(key, credential)) === undefined) return;
    if (this.#socket.isEnded) return;
    this.#state = { kind: 'relaying', ...entered };
    this.#stopLoginTimer();
    this.#socket.send(encodeSignalingMessage(loginReply(opened)));
    for (const text of early) this.#socket.send(text);
    this.#shared.metrics.countLogin('client', 'admitted', undefined);
    this.#log(key, { tokenId: admitted.tokenId, session: entered.client.id }, 'client logged in');
  }

  /** Checks a login and counts its socket as logged in; undefined if it was refused. */
  async #enter(message: LoginMessage): Promise<Admitted | undefined> {
    const { productId, deviceId, sct, jwt } = message;
    const asked: DeviceKey = { productId, deviceId };
    const id = credentialId(foldId(productId), foldId(deviceId), sct ?? '', jwt ?? '');
    if (!(await this.#passGate(asked, id))) return undefined;
    const admitted = await this.#admit(asked, credentialOf(message));
    if (admitted === undefined || this.#socket.isEnded) return undefined;
    if (!this.#socket.logIn())
      return this.#refuse(admitted.key, ServiceCloseCode.tryAgainLater, TOO_MANY_SOCKETS, TOO_MANY_SOCKETS);
    this.#shared.logins.remember(id, this.#shared.clock.monotonic());
    return admitted;
  }

  /** Reports to the client when its device attaches, and closes the socket: the client then logs in as usual. */
  async #wait(message: LoginMessage): Promise<void> {
    this.#state = { kind: 'admitting', early: [], entered: undefined };
    const admitted = await this.#enter(message);
    if (admitted === undefined) return;
    const { key, tokenId } = admitted;
    const { waiting, presence, clock, limits } = this.#shared;
    const verdict = waiting.take(tokenId);
    if (verdict.kind === 'full')
      return this.#refuse(key, ServiceCloseCode.tryAgainLater, verdict.reason, verdict.reason);
    const until = new DisposableStack();
    this.#state = { kind: 'waiting', until };
    this.#stopLoginTimer();
    until.use(verdict.slot);
    until.use(after(clock, limits.waitMs, () => this.end(CloseCode.deviceOffline)));
    until.use(presence.watch(key, () => void this.#reportAttached(key, message)));
    await this.#record(key, { outcome: 'allowed', tokenId, detail: 'waits for the device' });
    if ((await presence.locate(key)).kind === 'attached') return await this.#reportAttached(key, message);
    this.#socket.send(encodeDeviceReport(false));
  }

  /** The token may have been revoked meanwhile. */
  async #reportAttached(key: DeviceKey, message: LoginMessage): Promise<void> {
    try {
      if ((await this.#admit(key, credentialOf(message))) === undefined) return;
      this.#socket.send(encodeDeviceReport(true));
      this.end(CloseCode.deviceClosed, DEVICE_ATTACHED);
    } catch (error) {
      this.#socket.handleFault(error);
    }
  }

  /** Only the first excess login is recorded, the others are only counted: this bounds the audit record. */
  async #passGate(key: DeviceKey, credential: string): Promise<boolean> {
    const { logins, clock } = this.#shared;
    const verdict = logins.take(networkOf(this.#origin.address), credential, clock.monotonic());
    if (verdict === 'closed') {
      this.#log(key, { reason: TOO_MANY_LOGINS }, 'client refused');
      await this.#record(key, { outcome: 'refused', detail: TOO_MANY_LOGINS });
    }
    if (verdict !== 'open') this.#turnAway(ServiceCloseCode.tryAgainLater, TOO_MANY_LOGINS);
    return verdict === 'open';
  }

  /** Checks in the order of the codes: product, device, token (see README, "What a stranger can learn"). */
  async #admit(asked: DeviceKey, credential: Credential): Promise<Admitted | undefined> {
    const device = await this.#shared.admission.findDevice(asked);
    if (device.kind !== 'found') {
      const code = device.kind === 'unknownProduct' ? CloseCode.unknownProduct : CloseCode.unknownDevice;
      return this.#refuse(asked, code, device.kind);
    }
    const { key } = device;
    const verdict = await this.#shared.admission.checkCredential(key, credential);
    if (verdict.kind === 'refused') return this.#refuse(key, CloseCode.tokenRejected, verdict.reason);
    if (verdict.kind === 'unchecked')
      return this.#refuse(key, ServiceCloseCode.internalError, verdict.reason, CloseReason.tokenUnchecked);
    return { ...verdict, key };
  }

  /** `words` replaces the default close reason of the code. */
  async #refuse(key: DeviceKey, code: number, reason: string, words?: string): Promise<undefined> {
    this.#log(key, { code, reason }, 'client refused');
    await this.#record(key, { outcome: 'refused', detail: reason });
    this.#turnAway(code, words);
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

  #ignore(reason: string): undefined {
    this.#shared.log.info({ requestId: this.#origin.requestId, reason }, 'ignored a message of a client');
  }

  #log(key: DeviceKey, fields: Record<string, string | number>, message: string): void {
    const { requestId } = this.#origin;
    this.#shared.log.info({ requestId, ...loggedKey(key), ...fields }, message);
  }

  #record(key: DeviceKey, decision: Pick<AuditEvent, 'outcome' | 'tokenId' | 'detail'>): Promise<void> {
    return this.#shared.audit.record({
      action: 'client.login',
      actor: 'client',
      ...loggedKey(key),
      ...this.#origin,
      ...decision,
    });
  }

  handleEnd(code: number): void {
    const state = this.#state;
    this.#state = { kind: 'ended' };
    this.#stopLoginTimer();
    this.#shared.metrics.countClose('client', code);
    if (state.kind === 'waiting') state.until.dispose();
    const entered =
      state.kind === 'admitting' ? state.entered : state.kind === 'relaying' ? state : undefined;
    if (entered === undefined) return;
    this.#shared.live.removeClient(entered.client);
    entered.session.end(code);
  }
}

/** Sends a duration instead of a time, because the clocks of browser, service and nodes may differ. */
function loginReply({ onlineMs }: Opened): LoginReply {
  const onlineSeconds = onlineMs === undefined ? undefined : Math.floor(onlineMs / 1_000);
  return { kind: 'loginReply', features: LOGIN_FEATURES, onlineSeconds };
}

function credentialOf(message: LoginMessage): Credential {
  return message.sct === undefined ? { kind: 'jwt', jwt: message.jwt } : { kind: 'sct', sct: message.sct };
}
