/** @module An attached device and its client sessions. */
import {
  assertNever,
  CloseCode,
  encodeAttachmentMessage,
  isRelayed,
  signalingKindOf,
  type AttachmentMessage,
  type TokenBucket,
} from '@longwire/protocol';
import type { Attachment, SessionDevice, OpenedSession, SessionOpening } from '@longwire/cluster';
import { closeReason, ServiceCloseCode } from './close-reason.ts';
import { createMessageBucket } from './message-bucket.ts';
import type { LimitedSocket } from './limited-socket.ts';
import type { RelayShared } from './relay-shared.ts';
import { SessionTable, type TableSession } from './session-table.ts';

/** Codes with which a device may end a session; any other counts as its internal error. */
const DEVICE_CLOSE_CODES: ReadonlySet<number> = new Set([
  CloseCode.deviceClosed,
  CloseCode.signalingDenied,
  CloseCode.deviceInternalError,
]);

/** Options of {@link AttachedDevice}. */
export interface AttachedDeviceOptions {
  readonly socket: LimitedSocket;
  readonly shared: RelayShared;
  /** Limits messages outside any session; the device is closed when it sends too many. */
  readonly bucket: TokenBucket;
  /** Attach time, by the monotonic clock. */
  readonly since: number;
  /** Resolves when `attached` has been sent to the device. */
  readonly announced: Promise<void>;
}

/** Relays between one device's socket and its clients. A device can reach only its own clients. */
export class AttachedDevice implements Attachment {
  readonly #socket: LimitedSocket;
  readonly #shared: RelayShared;
  readonly #bucket: TokenBucket;
  readonly #since: number;
  readonly #announced: Promise<void>;
  readonly #sessions = new SessionTable();
  /** Messages to the device use the form of its latest message. */
  #isVerbatim = false;

  constructor({ socket, shared, bucket, since, announced }: AttachedDeviceOptions) {
    this.#socket = socket;
    this.#shared = shared;
    this.#bucket = bucket;
    this.#since = since;
    this.#announced = announced;
  }

  async openSession({ tokenId, iceServers, client }: SessionOpening): Promise<OpenedSession> {
    await this.#announced;
    if (this.#socket.isEnded) return { kind: 'offline' };
    if (this.#sessions.size >= this.#shared.limits.clientsPerDevice) return { kind: 'full' };
    const session = this.#sessions.add(client, createMessageBucket(this.#shared));
    this.#socket.send(
      encodeAttachmentMessage({
        type: 'session-open',
        session: session.id,
        tokenId,
        iceServers: [...iceServers],
      }),
    );
    const onlineMs = Math.floor(this.#shared.clock.monotonic() - this.#since);
    return { kind: 'opened', session: new DeviceEnd(this, session), onlineMs };
  }

  replace(): void {
    this.#socket.close(ServiceCloseCode.replaced);
  }

  /** Handles a message of the attached device; undefined if it could not be parsed. */
  handleMessage(message: AttachmentMessage | undefined): void {
    switch (message?.type) {
      case 'session-message':
        this.#isVerbatim = message.verbatim === true;
        return this.#handleSessionMessage(message.session, message.message);
      case 'session-close':
        return this.#handleSessionClose(message.session, message.code, message.reason);
      case 'hello':
      case 'challenge':
      case 'prove':
      case 'attached':
      case 'session-open':
      case 'tokens':
      case 'token-add':
      case 'token-withdraw':
      case 'tokens-kept':
      case 'session-tokens':
      case 'tokens-revoked':
      case 'push':
      case 'push-result':
      case undefined:
        return this.#stray('unexpected message');
      default:
        return assertNever(message);
    }
  }

  /** The device's socket has closed. */
  handleEnd(): void {
    for (const session of this.#sessions.closeAll()) {
      session.client.end(CloseCode.deviceOffline, closeReason(CloseCode.deviceOffline));
    }
  }

  /** Delivers a client's message to the device. */
  deliver(session: TableSession, message: string): Promise<void> | undefined {
    return this.#socket.offer(() =>
      this.#sessions.isOpen(session)
        ? encodeAttachmentMessage(this.#sessionMessage(session.id, message))
        : undefined,
    );
  }

  /** Notifies the device of a session's end; false if it had already ended. */
  notifyClosed(session: TableSession, code: number, reason?: string): boolean {
    if (!this.#sessions.close(session)) return false;
    const words = reason === undefined ? {} : { reason };
    this.#socket.send(
      encodeAttachmentMessage({ type: 'session-close', session: session.id, code, ...words }),
    );
    return true;
  }

  #sessionMessage(session: string, message: string): AttachmentMessage {
    return this.#isVerbatim
      ? { type: 'session-message', session, message, verbatim: true }
      : { type: 'session-message', session, message };
  }

  #handleSessionMessage(id: string, text: string): void {
    const found = this.#sessions.find(id);
    if (found.kind === 'unknown') return this.#stray('message for an unknown session');
    const { session } = found;
    if (!this.#charge(session)) return this.#handleFlood(session);
    if (found.kind === 'closed') return undefined;
    const fault = this.#faultOf(text);
    if (fault === undefined) {
      this.#shared.metrics.countMessage('device');
      return session.client.deliver(text);
    }
    return this.#shared.log.info({ session: id, reason: fault }, 'ignored a message of a device');
  }

  /**
   * Reason why a message is not relayed: clients receive only valid device messages within their size limit.
   */
  #faultOf(text: string): string | undefined {
    if (isLonger(text, this.#shared.limits.frameBytes)) return 'larger than a frame may be';
    const kind = signalingKindOf(text);
    if (!kind.ok) return kind.reason;
    return isRelayed(kind.value) ? undefined : `unexpected ${kind.value}`;
  }

  #handleFlood(session: TableSession): void {
    const isEnded = this.notifyClosed(session, ServiceCloseCode.policyViolation, 'sends too fast');
    if (!isEnded) return this.#stray('too many messages for a closed session');
    const code = CloseCode.deviceInternalError;
    return session.client.end(code, closeReason(code));
  }

  #handleSessionClose(id: string, code: number, reason: string | undefined): void {
    const found = this.#sessions.find(id);
    if (found.kind !== 'open') {
      if (found.kind === 'unknown' || !this.#charge(found.session))
        this.#stray('close of an unknown session');
      return;
    }
    const allowed = DEVICE_CLOSE_CODES.has(code) ? code : CloseCode.deviceInternalError;
    this.#sessions.close(found.session);
    found.session.client.end(allowed, reason ?? closeReason(allowed));
  }

  #stray(reason: string): void {
    this.#shared.log.info({ reason }, 'ignored a message of a device');
    if (!this.#bucket.take(this.#shared.clock.monotonic()))
      this.#socket.close(ServiceCloseCode.policyViolation, 'sends too fast');
  }

  /** Counts a message of the device in a session; false if there were too many. */
  #charge({ bucket }: TableSession): boolean {
    return bucket.take(this.#shared.clock.monotonic());
  }
}

/** The device's end of a session, for its client. */
class DeviceEnd implements SessionDevice {
  readonly #device: AttachedDevice;
  readonly #session: TableSession;

  constructor(device: AttachedDevice, session: TableSession) {
    this.#device = device;
    this.#session = session;
  }

  deliver(text: string): Promise<void> | undefined {
    return this.#device.deliver(this.#session, text);
  }

  end(code: number, reason?: string): void {
    this.#device.notifyClosed(this.#session, code, reason);
  }
}

/** Most UTF-8 bytes per UTF-16 code unit. */
const MAX_BYTES_PER_UNIT = 3;

/** Whether a text has more bytes than given; short texts are not counted. */
function isLonger(text: string, bytes: number): boolean {
  return MAX_BYTES_PER_UNIT * text.length > bytes && Buffer.byteLength(text) > bytes;
}
