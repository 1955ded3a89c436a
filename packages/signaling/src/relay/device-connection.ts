/** @module A device's socket: it proves its key, then carries all its client sessions (docs/protocol/attachment.md). */
import {
  assertNever,
  base64urlEncode,
  CloseCode,
  encodeAttachmentMessage,
  parseAttachmentMessage,
  verifyAttachmentToken,
  type AttachmentMessage,
  type Fingerprint,
  type TokenBucket,
} from '@longwire/protocol';
import type { WebSocket } from 'ws';
import { errorFields, loggedId } from '../log/log.ts';
import type { DeviceKey } from '../ports/presence.ts';
import { AttachedDevice } from './attached-device.ts';
import { createMessageBucket } from './message-bucket.ts';
import { PeerSocket } from './peer-socket.ts';
import type { RelayPorts } from './relay-ports.ts';

type DeviceState =
  | { readonly kind: 'new' }
  | {
      readonly kind: 'challenged';
      readonly key: DeviceKey;
      readonly fingerprint: Fingerprint;
      readonly nonce: string;
    }
  | { readonly kind: 'attached'; readonly key: DeviceKey; readonly device: AttachedDevice }
  | { readonly kind: 'ended' };

/** Bytes of randomness in a challenge. */
const NONCE_BYTES = 32;

/** Unsent output of a device beyond which it is given up, as a multiple of the amount from which its clients wait. */
const DEVICE_OVERFLOW_FACTOR = 4;

/** What a device's socket needs. */
export interface DeviceConnectionOptions {
  readonly socket: WebSocket;
  readonly ports: RelayPorts;
  /** The service's host as the device dialled it; a proof made for another service is worth nothing here. */
  readonly audience: string;
}

/** hello, challenge, prove, attached; then the sessions. */
export class DeviceConnection {
  readonly #options: DeviceConnectionOptions;
  readonly #socket: PeerSocket;
  readonly #bucket: TokenBucket;
  readonly #timer: Disposable;
  #state: DeviceState = { kind: 'new' };

  constructor(options: DeviceConnectionOptions) {
    const { ports, socket } = options;
    const { clock, limits } = ports;
    this.#options = options;
    this.#bucket = createMessageBucket(ports);
    this.#timer = clock.after(limits.loginTimeoutMs, () => this.end(CloseCode.connectionTimeout));
    this.#socket = new PeerSocket({
      ...ports,
      socket,
      maxUnsentBytes: DEVICE_OVERFLOW_FACTOR * limits.bufferedBytes,
      charge: (what) => (what === 'text' && this.#state.kind === 'attached') || this.#charge(),
      handleText: (text) => this.#handleText(text),
      handleEnd: () => this.#handleEnd(),
    });
  }

  end(code: number): void {
    this.#socket.close(code);
  }

  #handleText(text: string): Promise<void> | undefined {
    const parsed = parseAttachmentMessage(text);
    const message = parsed.ok ? parsed.value : undefined;
    switch (this.#state.kind) {
      case 'new':
        return message?.type === 'hello' ? this.#handleHello(message) : this.#ignore('expected hello');
      case 'challenged':
        return message?.type === 'prove'
          ? this.#handleProof(this.#state, message.token)
          : this.#ignore('expected prove');
      case 'attached':
        this.#state.device.handleMessage(message);
        return undefined;
      case 'ended':
        return undefined;
      default:
        return assertNever(this.#state);
    }
  }

  async #handleHello(hello: Extract<AttachmentMessage, { type: 'hello' }>): Promise<void> {
    const key: DeviceKey = { productId: hello.productId, deviceId: hello.deviceId };
    const found = await this.#options.ports.admission.findDevice(key);
    if (this.#socket.isEnded) return;
    if (found.kind !== 'found') {
      const code = found.kind === 'unknownProduct' ? CloseCode.unknownProduct : CloseCode.unknownDevice;
      this.#log(key, { code }, 'device refused');
      this.end(code);
      return;
    }
    const nonce = base64urlEncode(crypto.getRandomValues(new Uint8Array(NONCE_BYTES)));
    this.#state = { kind: 'challenged', key, fingerprint: found.fingerprint, nonce };
    this.#socket.send(encodeAttachmentMessage({ type: 'challenge', nonce }));
  }

  async #handleProof(state: Extract<DeviceState, { kind: 'challenged' }>, token: string): Promise<void> {
    const { key, nonce, fingerprint } = state;
    const { audience } = this.#options;
    try {
      await verifyAttachmentToken(token, { ...key, nonce, audience, fingerprint, subtle: crypto.subtle });
    } catch (error) {
      this.#log(
        key,
        { code: CloseCode.tokenRejected, reason: error instanceof Error ? error.message : 'unknown' },
        'device refused',
      );
      this.end(CloseCode.tokenRejected);
      return;
    }
    if (!this.#socket.isEnded) await this.#attach(key);
  }

  async #attach(key: DeviceKey): Promise<void> {
    const { ports } = this.#options;
    const device = new AttachedDevice({
      socket: this.#socket,
      ports,
      chargeStray: () => this.#charge(),
    });
    this.#state = { kind: 'attached', key, device };
    this.#timer[Symbol.dispose]();
    this.#socket.send(encodeAttachmentMessage({ type: 'attached' }));
    this.#log(key, {}, 'device attached');
    await ports.presence.attach(key, device);
    if (this.#socket.isEnded) await ports.presence.detach(key, device);
  }

  #charge(): boolean {
    return this.#bucket.take(this.#options.ports.clock.now());
  }

  #ignore(reason: string): undefined {
    this.#options.ports.log.info({ reason }, 'ignored a message of a device');
  }

  #log(key: DeviceKey, fields: Record<string, string | number | boolean | undefined>, message: string): void {
    this.#options.ports.log.info(
      { productId: loggedId(key.productId), deviceId: loggedId(key.deviceId), ...fields },
      message,
    );
  }

  #handleEnd(): void {
    const state = this.#state;
    this.#state = { kind: 'ended' };
    this.#timer[Symbol.dispose]();
    if (state.kind === 'attached') void this.#detach(state);
  }

  async #detach({ key, device }: Extract<DeviceState, { kind: 'attached' }>): Promise<void> {
    this.#log(key, {}, 'device detached');
    try {
      await this.#options.ports.presence.detach(key, device);
    } catch (error) {
      this.#options.ports.log.error(errorFields(error), 'device could not be detached');
    }
    device.handleEnd();
  }
}
