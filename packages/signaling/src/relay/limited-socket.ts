/** @module One WebSocket with its limits: order, rate, buffers, heartbeat. What is said on it is handled by the `protocol` that it is given. */
import type { RawData, WebSocket } from 'ws';
import type { Limits } from '../config/limits.ts';
import { errorFields, type Log } from '../log/log.ts';
import type { Evictable } from '../request/connection-slots.ts';
import { clipReason, closeReason, ServiceCloseCode, TOO_MANY_SOCKETS } from './close-reason.ts';
import type { Heartbeats } from './heartbeats.ts';
import { SocketInbox, type SocketInboxOwner } from './socket-inbox.ts';
import type { OpenSockets, SocketHandler } from './open-sockets.ts';
import { SocketOutbox, type SocketOutboxOwner } from './socket-outbox.ts';
import type { SocketSlot, SocketSlots } from './socket-slots.ts';

/** Handles the protocol on a socket. */
export interface SocketProtocol {
  /** Counts a text message, or any other frame, on arrival; returning false closes the socket. */
  charge(what: 'text' | 'other'): boolean;
  /** Handles a text message; the next one waits until this one is done. */
  handleText(text: string): Promise<void> | void;
  /** Called exactly once with the close code, when either side ends the socket, and with the reason that the other end gave, if any. */
  handleEnd(code: number, reason?: string): void;
}

/** Options of {@link LimitedSocket}. */
export interface LimitedSocketOptions {
  readonly socket: WebSocket;
  readonly protocol: SocketProtocol;
  readonly shared: LimitedSocketShared;
  /** Source of the socket's events. */
  readonly group: OpenSockets;
  /** The network whose sockets it counts towards. */
  readonly network: string;
  /** Protects the underlying connection from eviction; called after login. */
  readonly keep: (() => void) | undefined;
  /** Unsent bytes above which the socket is closed. */
  readonly maxUnsentBytes: number;
}

/** What all sockets of a node share. */
export interface LimitedSocketShared {
  readonly limits: Limits;
  readonly log: Log;
  readonly heartbeats: Heartbeats;
  readonly slots: SocketSlots;
}

/** A socket that is open until it ends, once. */
export class LimitedSocket implements SocketHandler, SocketInboxOwner, SocketOutboxOwner, Evictable {
  readonly turn: number;
  readonly #socket: WebSocket;
  readonly #protocol: SocketProtocol;
  readonly #shared: LimitedSocketShared;
  readonly #slot: SocketSlot;
  readonly #inbox: SocketInbox;
  readonly #outbox: SocketOutbox;
  /** Pings since the other end was last heard. */
  #unanswered = 0;
  #endedWith: number | undefined;
  /** Set until the socket has logged in. */
  #keep: (() => void) | undefined;

  constructor({ socket, protocol, shared, group, network, keep, maxUnsentBytes }: LimitedSocketOptions) {
    const { bufferedBytes } = shared.limits;
    this.turn = shared.heartbeats.turn;
    this.#socket = socket;
    this.#protocol = protocol;
    this.#shared = shared;
    this.#slot = shared.slots.take(network, this);
    this.#keep = keep;
    this.#inbox = new SocketInbox(this, bufferedBytes);
    this.#outbox = new SocketOutbox({
      port: socket,
      highWaterBytes: bufferedBytes,
      maxBytes: maxUnsentBytes,
      owner: this,
    });
    group.add(socket, this);
  }

  get isEnded(): boolean {
    return this.#endedWith !== undefined;
  }

  /** The close code, once the socket has ended. */
  get endedWith(): number | undefined {
    return this.#endedWith;
  }

  /**
   * Marks the other end as logged in, so that the socket is no longer evicted for newer ones. False if its network
   * has reached its limit.
   */
  logIn(): boolean {
    if (!this.#slot.logIn()) return false;
    this.#keep?.();
    this.#keep = undefined;
    return true;
  }

  /**
   * Evicts the socket for a newer one. Terminates immediately: waiting for the close handshake would keep its
   * memory in use.
   */
  evict(): void {
    this.close(ServiceCloseCode.tryAgainLater, TOO_MANY_SOCKETS);
    this.#socket.terminate();
  }

  /** Sends a message, unless the socket has ended. */
  send(text: string): void {
    this.#outbox.send(text);
  }

  /** Sends the result of `make` once the reader has caught up (see SocketOutbox). */
  offer(make: () => string | undefined): Promise<void> | undefined {
    return this.#outbox.offer(make);
  }

  /** Closes the socket with a code; earlier messages are still sent. */
  close(code: number, reason: string = closeReason(code)): void {
    if (this.isEnded) return;
    this.#socket.close(code, clipReason(reason));
    this.#end(code);
  }

  handleText(text: string): Promise<void> | void {
    return this.#protocol.handleText(text);
  }

  handleFault(error: unknown): void {
    this.#shared.log.error(errorFields(error), 'cannot handle a message');
    this.close(ServiceCloseCode.internalError);
  }

  handleOverflow(): void {
    this.close(ServiceCloseCode.policyViolation, 'reads too slowly');
  }

  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  handleFrame(data: RawData, isBinary: boolean): void {
    const isText = !isBinary && Buffer.isBuffer(data);
    if (this.isEnded || !this.#charge(isText ? 'text' : 'other')) return;
    this.#unanswered = 0;
    if (isText) this.#inbox.push(data.toString('utf8'), data.length);
    else this.#shared.log.info({}, 'ignored a binary frame');
  }

  handlePing(): void {
    if (!this.isEnded && this.#charge('other')) this.#unanswered = 0;
  }

  handlePong(): void {
    this.#unanswered = 0;
  }

  /** Anything received from the other end proves that it is alive. */
  handleTurn(): void {
    if (this.isEnded) return;
    if (this.#unanswered < this.#shared.limits.missedPings) {
      this.#unanswered += 1;
      this.#socket.ping();
      return;
    }
    this.#shared.log.info({}, 'peer does not answer pings');
    this.#socket.terminate();
  }

  handleError(error: Error): void {
    this.#shared.log.info({ error: error.message }, 'socket error');
  }

  handleClosed(code: number, reason: string): void {
    this.#slot[Symbol.dispose]();
    this.#end(code, reason === '' ? undefined : reason);
  }

  #charge(what: 'text' | 'other'): boolean {
    if (this.#protocol.charge(what)) return true;
    this.close(ServiceCloseCode.policyViolation, 'sends too fast');
    return false;
  }

  #end(code: number, reason?: string): void {
    if (this.isEnded) return;
    this.#endedWith = code;
    this.#inbox.close();
    this.#outbox.close();
    this.#protocol.handleEnd(code, reason);
  }
}
