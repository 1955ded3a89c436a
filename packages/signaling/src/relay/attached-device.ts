/** @module An attached device and its client sessions. */
import {
  assertNever,
  CloseCode,
  encodeAttachmentMessage,
  isRelayed,
  parseSignalingMessage,
  type AttachmentMessage,
} from '@longwire/protocol';
import type { Attachment, DeviceSession, OpenedSession, SessionOpening } from '../ports/presence.ts';
import { closeReason, ServiceCloseCode } from './close-reason.ts';
import { createMessageBucket } from './message-bucket.ts';
import type { PeerSocket } from './peer-socket.ts';
import type { RelayPorts } from './relay-ports.ts';
import { SessionTable, type TableSession } from './session-table.ts';

/** The codes with which a device may end a session; anything else counts as its internal error. */
const DEVICE_CLOSE_CODES: ReadonlySet<number> = new Set([
  CloseCode.deviceClosed,
  CloseCode.signalingDenied,
  CloseCode.deviceInternalError,
]);

/** What an attached device needs. */
export interface AttachedDeviceOptions {
  readonly socket: PeerSocket;
  readonly ports: RelayPorts;
  /** Counts a message that belongs to no session; the device is closed when there are too many. */
  readonly chargeStray: () => boolean;
}

/** Relays between one device's socket and its clients. Nothing that the device sends reaches anybody but its own clients. */
export class AttachedDevice implements Attachment {
  readonly #options: AttachedDeviceOptions;
  readonly #sessions = new SessionTable();

  constructor(options: AttachedDeviceOptions) {
    this.#options = options;
  }

  openSession({ tokenId, iceServers, client }: SessionOpening): OpenedSession {
    const { socket, ports } = this.#options;
    if (socket.isEnded) return { kind: 'offline' };
    if (this.#sessions.size >= ports.limits.clientsPerDevice) return { kind: 'full' };
    const session = this.#sessions.add(client, createMessageBucket(ports));
    socket.send(
      encodeAttachmentMessage({
        type: 'session-open',
        session: session.id,
        tokenId,
        iceServers: [...iceServers],
      }),
    );
    return { kind: 'opened', session: this.#deviceEnd(session) };
  }

  replace(): void {
    this.#options.socket.close(ServiceCloseCode.replaced);
  }

  /** A message of the device after it attached; undefined for one that could not be read. */
  handleMessage(message: AttachmentMessage | undefined): void {
    switch (message?.type) {
      case 'session-message':
        return this.#handleSessionMessage(message.session, message.message);
      case 'session-close':
        return this.#handleSessionClose(message.session, message.code, message.reason);
      case 'hello':
      case 'challenge':
      case 'prove':
      case 'attached':
      case 'session-open':
      case undefined:
        return this.#stray('unexpected message');
      default:
        return assertNever(message);
    }
  }

  /** The device's socket is gone. */
  handleEnd(): void {
    for (const session of this.#sessions.closeAll()) {
      session.client.end(CloseCode.deviceOffline, closeReason(CloseCode.deviceOffline));
    }
  }

  #deviceEnd(session: TableSession): DeviceSession {
    const { socket } = this.#options;
    const encode = (text: string) =>
      encodeAttachmentMessage({ type: 'session-message', session: session.id, message: text });
    return {
      deliver: (text) => socket.offer(() => (this.#sessions.isOpen(session) ? encode(text) : undefined)),
      end: (code) => this.#tellClosed(session, code),
    };
  }

  #handleSessionMessage(id: string, text: string): void {
    const found = this.#sessions.find(id);
    if (found.kind === 'unknown') return this.#stray('message for an unknown session');
    const { session } = found;
    if (!this.#charge(session)) return this.#handleFlood(session);
    if (found.kind === 'closed') return undefined;
    const fault = this.#faultOf(text);
    if (fault === undefined) return session.client.deliver(text);
    return this.#options.ports.log.info({ session: id, reason: fault }, 'ignored a message of a device');
  }

  /** Why a message is not passed on: only what a device may say reaches a client, and nothing larger than a client may send. */
  #faultOf(text: string): string | undefined {
    if (Buffer.byteLength(text) > this.#options.ports.limits.frameBytes) return 'larger than a frame may be';
    const parsed = parseSignalingMessage(text);
    if (!parsed.ok) return parsed.reason;
    return isRelayed(parsed.value) ? undefined : `unexpected ${parsed.value.kind}`;
  }

  #handleFlood(session: TableSession): void {
    const isEnded = this.#tellClosed(session, ServiceCloseCode.policyViolation, 'sends too fast');
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
    const known = DEVICE_CLOSE_CODES.has(code) ? code : CloseCode.deviceInternalError;
    this.#sessions.close(found.session);
    found.session.client.end(known, reason ?? closeReason(known));
  }

  /** Ends a session towards the device; false when it had ended before. */
  #tellClosed(session: TableSession, code: number, reason?: string): boolean {
    if (!this.#sessions.close(session)) return false;
    const words = reason === undefined ? {} : { reason };
    this.#options.socket.send(
      encodeAttachmentMessage({ type: 'session-close', session: session.id, code, ...words }),
    );
    return true;
  }

  #stray(reason: string): void {
    const { socket, ports, chargeStray } = this.#options;
    ports.log.info({ reason }, 'ignored a message of a device');
    if (!chargeStray()) socket.close(ServiceCloseCode.policyViolation, 'sends too fast');
  }

  /** Counts a message of the device in a session; false when there have been too many. */
  #charge({ bucket }: TableSession): boolean {
    return bucket.take(this.#options.ports.clock.now());
  }
}
