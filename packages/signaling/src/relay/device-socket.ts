/**
 * @module A device's socket: it proves its key and then carries all its client sessions
 * (docs/protocol/attachment.md).
 */
import {
  after,
  assertNever,
  base64urlEncode,
  CloseCode,
  encodeAttachmentMessage,
  foldId,
  isSameKey,
  parseAttachmentMessage,
  PUSH_FEATURE,
  REVOCATION_FEATURE,
  TOKENS_FEATURE,
  VERBATIM_FEATURE,
  verifyAttachmentToken,
  type AttachmentMessage,
  type DeviceKey,
  type Fingerprint,
  type TokenBucket,
} from '@longwire/protocol';
import type { WebSocket } from 'ws';
import { errorFields, messageOf } from '../log/log.ts';
import { networkOf } from '../request/address.ts';
import { AttachedDevice } from './attached-device.ts';
import { ServiceCloseCode, TOO_MANY_SOCKETS } from './close-reason.ts';
import type { LiveAttachment } from './live-register.ts';
import { LoginDecisions } from './login-decisions.ts';
import { credentialId } from './login-gate.ts';
import { createMessageBucket } from './message-bucket.ts';
import { LimitedSocket, type SocketProtocol } from './limited-socket.ts';
import type { RelayShared } from './relay-shared.ts';
import { SessionTokens } from './session-tokens.ts';
import type { SocketOrigin } from './socket-origin.ts';
import { isTokenMessage, TokenAnnouncements } from './token-announcements.ts';

type DeviceState =
  | { readonly kind: 'new' }
  | {
      readonly kind: 'challenged';
      readonly key: DeviceKey;
      /** The ids as the device sent and signed them. */
      readonly claimed: DeviceKey;
      readonly fingerprint: Fingerprint;
      readonly nonce: string;
      /** Revision of the register when the fingerprint was looked up. */
      readonly revision: number;
    }
  | { readonly kind: 'attached'; readonly attachment: LiveAttachment; readonly device: AttachedDevice }
  | { readonly kind: 'ended' };

/** The status of a push message beyond the limits. */
const TOO_MANY_REQUESTS = 429;

/** Random bytes of a challenge. */
const NONCE_BYTES = 32;

/**
 * Unsent output beyond which a device is disconnected, as a multiple of the amount from which its clients
 * wait.
 */
const DEVICE_OVERFLOW_FACTOR = 4;

/** Options of {@link DeviceSocket}. */
export interface DeviceSocketOptions {
  readonly socket: WebSocket;
  readonly shared: RelayShared;
  readonly origin: SocketOrigin;
  /** Protects the connection that carries the socket (see LimitedSocket). */
  readonly keep: (() => void) | undefined;
  /** The service's host as the device dialled it; a proof for another service is rejected. */
  readonly audience: string;
}

/** Handles hello, challenge, prove, attached; then the sessions. */
export class DeviceSocket implements SocketProtocol {
  readonly #shared: RelayShared;
  readonly #origin: SocketOrigin;
  readonly #audience: string;
  readonly #bucket: TokenBucket;
  readonly #socket: LimitedSocket;
  readonly #decisions: LoginDecisions;
  /** Runs until the device is attached. */
  #timer: Disposable | undefined;
  #state: DeviceState = { kind: 'new' };
  /** Created when the device announces tokens. */
  #announcements: TokenAnnouncements | undefined;
  /** Created when the device names the tokens of sessions without signaling. */
  #sessionTokens: SessionTokens | undefined;

  constructor({ socket, shared, origin, keep, audience }: DeviceSocketOptions) {
    const { clock, limits } = shared;
    this.#shared = shared;
    this.#origin = origin;
    this.#audience = audience;
    this.#bucket = createMessageBucket(shared);
    this.#timer = after(clock, limits.loginTimeoutMs, () => this.end(CloseCode.connectionTimeout));
    const turnAway = (code: number, words?: string): void => {
      shared.metrics.countLogin('device', 'refused', code);
      this.#socket.close(code, words);
    };
    this.#decisions = new LoginDecisions({ actor: 'device', shared, origin, turnAway });
    this.#socket = new LimitedSocket({
      socket,
      protocol: this,
      shared,
      group: shared.devices,
      network: networkOf(origin.address),
      keep,
      maxUnsentBytes: DEVICE_OVERFLOW_FACTOR * limits.bufferedBytes,
    });
  }

  end(code: number): void {
    this.#socket.close(code);
  }

  charge(what: 'text' | 'other'): boolean {
    return (
      (what === 'text' && this.#state.kind === 'attached') ||
      this.#bucket.take(this.#shared.clock.monotonic())
    );
  }

  handleText(text: string): Promise<void> | undefined {
    const parsed = parseAttachmentMessage(text);
    const message = parsed.ok ? parsed.value : undefined;
    switch (this.#state.kind) {
      case 'new':
        return message?.type === 'hello'
          ? this.#handleHello(message)
          : this.#decisions.ignore('hello required first');
      case 'challenged':
        return message?.type === 'prove'
          ? this.#handleProof(this.#state, message.token)
          : this.#decisions.ignore('prove required');
      case 'attached':
        return this.#handleAttached(this.#state, message);
      case 'ended':
        return undefined;
      default:
        return assertNever(this.#state);
    }
  }

  #handleAttached(
    { device, attachment }: Extract<DeviceState, { kind: 'attached' }>,
    message: AttachmentMessage | undefined,
  ): Promise<void> | undefined {
    if (isTokenMessage(message)) {
      const announcements = (this.#announcements ??= this.#createAnnouncements(attachment.key));
      if (announcements.isExpected(message)) return announcements.handle(message);
    }
    if (message?.type === 'session-tokens') return this.#checkSessionTokens(attachment.key, message.tokenIds);
    if (message?.type === 'push') void this.#push(attachment.key, message);
    else device.handleMessage(message);
    return undefined;
  }

  #checkSessionTokens(key: DeviceKey, tokenIds: readonly string[]): Promise<void> | undefined {
    if (!this.#bucket.take(this.#shared.clock.monotonic())) {
      this.#socket.close(ServiceCloseCode.policyViolation, 'sends too fast');
      return undefined;
    }
    this.#sessionTokens ??= new SessionTokens({
      key,
      shared: this.#shared,
      send: (answer) => this.#socket.send(encodeAttachmentMessage(answer)),
    });
    return this.#sessionTokens.handle(tokenIds);
  }

  /** Does not hold up the sessions, which wait for no push service. */
  async #push(
    key: DeviceKey,
    { id, ...message }: Extract<AttachmentMessage, { type: 'push' }>,
  ): Promise<void> {
    const status = await this.#shared.push.send(key, message);
    this.#socket.send(encodeAttachmentMessage({ type: 'push-result', id, status }));
    if (status === TOO_MANY_REQUESTS && !this.#bucket.take(this.#shared.clock.monotonic()))
      this.#socket.close(ServiceCloseCode.policyViolation, 'sends too fast');
  }

  #createAnnouncements(key: DeviceKey): TokenAnnouncements {
    return new TokenAnnouncements({
      key,
      origin: this.#origin,
      shared: this.#shared,
      send: (answer) => this.#socket.send(encodeAttachmentMessage(answer)),
      handleFlood: () => this.#socket.close(ServiceCloseCode.policyViolation, 'announces tokens too fast'),
    });
  }

  async #handleHello(hello: Extract<AttachmentMessage, { type: 'hello' }>): Promise<void> {
    const claimed: DeviceKey = { productId: hello.productId, deviceId: hello.deviceId };
    // the same limit as for client logins: they cost the same
    if (!(await this.#decisions.passGate(claimed, this.#credentialId(claimed)))) return;
    const { revision } = this.#shared.live;
    const found = await this.#decisions.findDevice(claimed);
    if (found === undefined || this.#socket.isEnded) return;
    const { key, fingerprint } = found;
    const nonce = base64urlEncode(crypto.getRandomValues(new Uint8Array(NONCE_BYTES)));
    this.#state = { kind: 'challenged', key, claimed, fingerprint, nonce, revision };
    this.#socket.send(encodeAttachmentMessage({ type: 'challenge', nonce }));
  }

  /** The proof only comes later, so the login reserve is per device and network. */
  #credentialId({ productId, deviceId }: DeviceKey): string {
    return credentialId(foldId(productId), foldId(deviceId), networkOf(this.#origin.address));
  }

  async #handleProof(state: Extract<DeviceState, { kind: 'challenged' }>, token: string): Promise<void> {
    const { key, claimed, nonce, fingerprint } = state;
    const audience = this.#audience;
    try {
      await verifyAttachmentToken(token, { ...claimed, nonce, audience, fingerprint, subtle: crypto.subtle });
    } catch (error) {
      return this.#decisions.refuse(key, CloseCode.tokenRejected, messageOf(error));
    }
    if (this.#socket.isEnded) return;
    if (!this.#socket.logIn())
      return this.#decisions.refuse(key, ServiceCloseCode.tryAgainLater, TOO_MANY_SOCKETS, TOO_MANY_SOCKETS);
    await this.#decisions.record(key, { outcome: 'allowed' });
    if (!this.#socket.isEnded) await this.#attach(state);
  }

  async #attach({ key, fingerprint, revision }: Extract<DeviceState, { kind: 'challenged' }>): Promise<void> {
    const { clock, live, presence, lastSeen } = this.#shared;
    const since = clock.wall();
    const announced = Promise.withResolvers<void>();
    const device = new AttachedDevice({
      socket: this.#socket,
      shared: this.#shared,
      bucket: this.#bucket,
      since: clock.monotonic(),
      announced: announced.promise,
    });
    const attachment = { key, fingerprint, since, connection: this };
    this.#state = { kind: 'attached', attachment, device };
    this.#stopTimer();
    live.addAttachment(attachment);
    lastSeen.note(key);
    this.#shared.logins.remember(this.#credentialId(key), clock.monotonic());
    // A device that has received `attached` can be reached through any node.
    await presence.attach(key, device);
    this.#socket.send(
      encodeAttachmentMessage({
        type: 'attached',
        features: [TOKENS_FEATURE, VERBATIM_FEATURE, PUSH_FEATURE, REVOCATION_FEATURE],
        pushKey: this.#shared.push.publicKey,
      }),
    );
    announced.resolve();
    this.#shared.metrics.countLogin('device', 'admitted', undefined);
    this.#decisions.log(key, {}, 'device attached');
    if (this.#socket.isEnded) await presence.detach(key, device);
    else if (live.revision !== revision) await this.#checkAgain(attachment);
  }

  /**
   * A scope that ended since the fingerprint was looked up did not include this attachment yet, so check
   * again.
   */
  async #checkAgain({ key, fingerprint }: LiveAttachment): Promise<void> {
    const found = await this.#decisions.findDevice(key);
    if (found === undefined) return;
    if (!isSameKey(found.key, key))
      await this.#decisions.refuse(key, CloseCode.unknownDevice, 'unknownDevice');
    else if (found.fingerprint !== fingerprint)
      await this.#decisions.refuse(key, CloseCode.tokenRejected, 'key is no longer the registered one');
  }

  #stopTimer(): void {
    this.#timer?.[Symbol.dispose]();
    this.#timer = undefined;
  }

  handleEnd(code: number): void {
    const state = this.#state;
    this.#state = { kind: 'ended' };
    this.#stopTimer();
    this.#shared.metrics.countClose('device', code);
    if (state.kind !== 'attached') return;
    this.#shared.live.removeAttachment(state.attachment);
    this.#sessionTokens?.[Symbol.dispose]();
    this.#shared.lastSeen.note(state.attachment.key);
    void this.#detach(state.attachment.key, state.device, code);
  }

  /** Clients that return before the device is removed find an ended attachment, which counts as offline. */
  async #detach(key: DeviceKey, device: AttachedDevice, code: number): Promise<void> {
    this.#decisions.log(key, { code }, 'device detached');
    device.handleEnd();
    try {
      await this.#shared.presence.detach(key, device);
    } catch (error) {
      this.#shared.log.error(errorFields(error), 'cannot detach a device');
    }
  }
}
