/** @module One WebSocket with its limits: order, rate, buffers, heartbeat. What is said on it is somebody else's concern. */
import type { RawData, WebSocket } from 'ws';
import type { Limits } from '../config/limits.ts';
import { errorFields, type Log } from '../log/log.ts';
import type { Evictable } from '../request/places.ts';
import { clipReason, closeReason, ServiceCloseCode, TOO_MANY_SOCKETS } from './close-reason.ts';
import type { Heartbeats } from './heartbeats.ts';
import { Inbox, type InboxOwner } from './inbox.ts';
import type { OpenSockets, SocketHandler } from './open-sockets.ts';
import { Outbox, type OutboxOwner } from './outbox.ts';
import type { SocketPlace, SocketPlaces } from './socket-places.ts';

/** Who speaks on a socket. */
export interface Peer {
  /** Counts a text message, or another frame or ping, as it arrives; false closes the socket. */
  charge(what: 'text' | 'other'): boolean;
  /** A text message, the next one only when this one is done. */
  handleText(text: string): Promise<void> | void;
  /** Called exactly once, when either side ends the socket, with the close code. */
  handleEnd(code: number): void;
}

/** What a socket needs. */
export interface PeerSocketOptions {
  readonly socket: WebSocket;
  readonly peer: Peer;
  readonly shared: PeerSocketShared;
  /** Where its events come from. */
  readonly group: OpenSockets;
  /** Whose sockets it counts among, until it is gone. */
  readonly network: string;
  /** Keeps what carries the socket from being ended to make room; called when it has logged in. */
  readonly keep: (() => void) | undefined;
  /** Unsent bytes above which the reader is given up. */
  readonly maxUnsentBytes: number;
}

/** What all sockets of a node have together. */
export interface PeerSocketShared {
  readonly limits: Limits;
  readonly log: Log;
  readonly heartbeats: Heartbeats;
  readonly places: SocketPlaces;
}

/** A socket that is open until it ends, once. */
export class PeerSocket implements SocketHandler, InboxOwner, OutboxOwner, Evictable {
  readonly turn: number;
  readonly #socket: WebSocket;
  readonly #peer: Peer;
  readonly #shared: PeerSocketShared;
  readonly #place: SocketPlace;
  readonly #inbox: Inbox;
  readonly #outbox: Outbox;
  /** Pings since the last sign of life. */
  #unanswered = 0;
  #endedWith: number | undefined;
  /** Until the socket has logged in. */
  #keep: (() => void) | undefined;

  constructor({ socket, peer, shared, group, network, keep, maxUnsentBytes }: PeerSocketOptions) {
    const { bufferedBytes } = shared.limits;
    this.turn = shared.heartbeats.turn;
    this.#socket = socket;
    this.#peer = peer;
    this.#shared = shared;
    this.#place = shared.places.take(network, this);
    this.#keep = keep;
    this.#inbox = new Inbox(this, bufferedBytes);
    this.#outbox = new Outbox({
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

  /** The peer is admitted: the socket no longer makes room for newer ones. False where its network has as many of those as it may have. */
  logIn(): boolean {
    if (!this.#place.logIn()) return false;
    this.#keep?.();
    this.#keep = undefined;
    return true;
  }

  /** Makes room for a newer socket. It is cut at once: one that waits for an answer to its close would still take memory. */
  evict(): void {
    this.close(ServiceCloseCode.tryAgainLater, TOO_MANY_SOCKETS);
    this.#socket.terminate();
  }

  /** Sends a message, unless the socket has ended. */
  send(text: string): void {
    this.#outbox.send(text);
  }

  /** Sends what `make` gives once the reader has caught up (see Outbox). */
  offer(make: () => string | undefined): Promise<void> | undefined {
    return this.#outbox.offer(make);
  }

  /** Ends the socket with a close code; what was sent before still goes out. */
  close(code: number, reason: string = closeReason(code)): void {
    if (this.isEnded) return;
    this.#socket.close(code, clipReason(reason));
    this.#end(code);
  }

  handleText(text: string): Promise<void> | void {
    return this.#peer.handleText(text);
  }

  handleFault(error: unknown): void {
    this.#shared.log.error(errorFields(error), 'message could not be handled');
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

  /** Anything heard from the peer proves that it lives. */
  handleTurn(): void {
    if (this.isEnded) return;
    if (this.#unanswered < this.#shared.limits.missedPings) {
      this.#unanswered += 1;
      this.#socket.ping();
      return;
    }
    this.#shared.log.info({}, 'peer answers no ping');
    this.#socket.terminate();
  }

  handleError(error: Error): void {
    this.#shared.log.info({ error: error.message }, 'socket error');
  }

  handleClosed(code: number): void {
    this.#place[Symbol.dispose]();
    this.#end(code);
  }

  #charge(what: 'text' | 'other'): boolean {
    if (this.#peer.charge(what)) return true;
    this.close(ServiceCloseCode.policyViolation, 'sends too fast');
    return false;
  }

  #end(code: number): void {
    if (this.isEnded) return;
    this.#endedWith = code;
    this.#inbox.close();
    this.#outbox.close();
    this.#peer.handleEnd(code);
  }
}
