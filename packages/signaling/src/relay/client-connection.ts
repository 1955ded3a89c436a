/** @module A client's socket, from login to the end (PROTOCOL.md section 2). */
import {
  assertNever,
  CloseCode,
  encodeSignalingMessage,
  parseSignalingMessage,
  type LoginMessage,
  type SignalingMessage,
} from '@longwire/protocol';
import type { WebSocket } from 'ws';
import { loggedId } from '../log/log.ts';
import type { Credential } from '../ports/admission.ts';
import type { DeviceKey, DeviceSession, SessionClient } from '../ports/presence.ts';
import { ServiceCloseCode } from './close-reason.ts';
import { createMessageBucket } from './message-bucket.ts';
import { PeerSocket } from './peer-socket.ts';
import type { RelayPorts } from './relay-ports.ts';

type ClientState =
  | { readonly kind: 'new' }
  | { readonly kind: 'admitting' }
  | {
      readonly kind: 'relaying';
      readonly key: DeviceKey;
      readonly tokenId: string;
      readonly session: DeviceSession;
    }
  | { readonly kind: 'ended' };

/** Takes messages strictly in the order received, also those that come before the login is answered. */
export class ClientConnection implements SessionClient {
  readonly #ports: RelayPorts;
  readonly #socket: PeerSocket;
  readonly #loginTimer: Disposable;
  #state: ClientState = { kind: 'new' };

  constructor(socket: WebSocket, ports: RelayPorts) {
    const { clock, limits } = ports;
    const bucket = createMessageBucket(ports);
    this.#ports = ports;
    this.#loginTimer = clock.after(limits.loginTimeoutMs, () => this.end(CloseCode.connectionTimeout));
    this.#socket = new PeerSocket({
      ...ports,
      socket,
      maxUnsentBytes: limits.bufferedBytes,
      charge: () => bucket.take(clock.now()),
      handleText: (text) => this.#handleText(text),
      handleEnd: (code) => this.#handleEnd(code),
    });
  }

  deliver(text: string): void {
    this.#socket.send(text);
  }

  end(code: number, reason?: string): void {
    this.#socket.close(code, reason);
  }

  #handleText(text: string): Promise<void> | undefined {
    const parsed = parseSignalingMessage(text);
    if (!parsed.ok) return this.#ignore(parsed.reason);
    const message = parsed.value;
    switch (this.#state.kind) {
      case 'new':
        return message.kind === 'login' ? this.#login(message) : this.#ignore('expected a login first');
      case 'relaying':
        return this.#handleMessage(this.#state, message, text);
      case 'admitting':
      case 'ended':
        return undefined;
      default:
        return assertNever(this.#state);
    }
  }

  #handleMessage(
    state: Extract<ClientState, { kind: 'relaying' }>,
    message: SignalingMessage,
    text: string,
  ): Promise<void> | undefined {
    switch (message.kind) {
      case 'description':
      case 'candidate':
      case 'requestOffer':
        return state.session.deliver(text);
      case 'turnRequest':
        return this.#answerTurnRequest(state);
      case 'login':
      case 'loginReply':
      case 'turnReply':
        return this.#ignore(`unexpected ${message.kind}`);
      default:
        return assertNever(message);
    }
  }

  async #login(message: LoginMessage): Promise<void> {
    const key: DeviceKey = { productId: message.productId, deviceId: message.deviceId };
    this.#state = { kind: 'admitting' };
    const admitted = await this.#admit(key, credentialOf(message));
    if (admitted === undefined || this.#socket.isEnded) return;
    const attachment = await this.#ports.presence.locate(key);
    const iceServers = await this.#ports.ice.serversFor({ ...key, tokenId: admitted.tokenId });
    if (this.#socket.isEnded) return;
    const opened = attachment?.openSession({ tokenId: admitted.tokenId, iceServers, client: this });
    if (opened === undefined || opened.kind === 'offline') return this.end(CloseCode.deviceOffline);
    if (opened.kind === 'full') return this.end(ServiceCloseCode.tryAgainLater);
    this.#state = { kind: 'relaying', key, tokenId: admitted.tokenId, session: opened.session };
    this.#loginTimer[Symbol.dispose]();
    this.#socket.send(encodeSignalingMessage({ kind: 'loginReply' }));
    this.#log(key, { tokenId: admitted.tokenId }, 'client logged in');
  }

  /** The order of the checks is that of the codes: product, device, token (see README, "What a stranger can learn"). */
  async #admit(key: DeviceKey, credential: Credential): Promise<{ tokenId: string } | undefined> {
    const device = await this.#ports.admission.findDevice(key);
    if (device.kind !== 'found') {
      const code = device.kind === 'unknownProduct' ? CloseCode.unknownProduct : CloseCode.unknownDevice;
      return this.#refuse(key, code, device.kind);
    }
    const verdict = await this.#ports.admission.checkCredential(key, credential);
    if (verdict.kind === 'refused') return this.#refuse(key, CloseCode.tokenRejected, verdict.reason);
    return { tokenId: verdict.tokenId };
  }

  #refuse(key: DeviceKey, code: number, reason: string): undefined {
    this.#log(key, { code, reason }, 'client refused');
    this.end(code);
  }

  async #answerTurnRequest({ key, tokenId }: Extract<ClientState, { kind: 'relaying' }>): Promise<void> {
    const iceServers = await this.#ports.ice.serversFor({ ...key, tokenId });
    this.#socket.send(encodeSignalingMessage({ kind: 'turnReply', iceServers }));
  }

  #ignore(reason: string): undefined {
    this.#ports.log.info({ reason }, 'ignored a message of a client');
  }

  #log(key: DeviceKey, fields: Record<string, string | number>, message: string): void {
    this.#ports.log.info(
      { productId: loggedId(key.productId), deviceId: loggedId(key.deviceId), ...fields },
      message,
    );
  }

  #handleEnd(code: number): void {
    const state = this.#state;
    this.#state = { kind: 'ended' };
    this.#loginTimer[Symbol.dispose]();
    if (state.kind === 'relaying') state.session.end(code);
  }
}

function credentialOf(message: LoginMessage): Credential {
  return message.sct === undefined ? { kind: 'jwt', jwt: message.jwt } : { kind: 'sct', sct: message.sct };
}
