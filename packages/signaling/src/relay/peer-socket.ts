/** @module One WebSocket with its limits: order, rate, buffers, heartbeat. What is said on it is somebody else's concern. */
import type { RawData, WebSocket } from 'ws';
import type { Clock } from '../clock/clock.ts';
import type { Limits } from '../config/limits.ts';
import { errorFields, type Log } from '../log/log.ts';
import { clipReason, closeReason, ServiceCloseCode } from './close-reason.ts';
import { Heartbeat } from './heartbeat.ts';
import { Inbox } from './inbox.ts';
import { Outbox } from './outbox.ts';

/** What a socket needs, and whom it tells. */
export interface PeerSocketOptions {
  readonly socket: WebSocket;
  readonly limits: Limits;
  readonly clock: Clock;
  readonly log: Log;
  /** Unsent bytes above which the reader is given up. */
  readonly maxUnsentBytes: number;
  /** Counts a text message, or another frame or ping, as it arrives; false closes the socket. */
  readonly charge: (what: 'text' | 'other') => boolean;
  /** A text message, the next one only when this one is done. */
  readonly handleText: (text: string) => Promise<void> | void;
  /** Called exactly once, when either side ends the socket, with the close code. */
  readonly handleEnd: (code: number) => void;
}

/** A socket that is open until it ends, once. */
export class PeerSocket {
  readonly #options: PeerSocketOptions;
  readonly #inbox: Inbox;
  readonly #outbox: Outbox;
  readonly #heartbeat: Heartbeat;
  #isEnded = false;

  constructor(options: PeerSocketOptions) {
    const { socket, limits, clock } = options;
    this.#options = options;
    this.#inbox = new Inbox({
      handle: options.handleText,
      onError: (error) => this.#handleFault(error),
      pause: () => socket.pause(),
      resume: () => socket.resume(),
      highWaterBytes: limits.bufferedBytes,
    });
    this.#outbox = new Outbox({
      port: socket,
      highWaterBytes: limits.bufferedBytes,
      maxBytes: options.maxUnsentBytes,
      onOverflow: () => this.close(ServiceCloseCode.policyViolation, 'reads too slowly'),
    });
    this.#heartbeat = new Heartbeat({
      clock,
      intervalMs: limits.pingIntervalMs,
      missedPings: limits.missedPings,
      ping: () => socket.ping(),
      onDead: () => this.#handleDead(),
    });
    this.#listen();
  }

  get isEnded(): boolean {
    return this.#isEnded;
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
    if (this.#isEnded) return;
    this.#options.socket.close(code, clipReason(reason));
    this.#end(code);
  }

  #listen(): void {
    const { socket, log } = this.#options;
    socket.on('message', (data, isBinary) => this.#handleFrame(data, isBinary));
    socket.on('pong', () => this.#heartbeat.handleSign());
    socket.on('ping', () => this.#handlePing());
    socket.on('close', (code) => this.#end(code));
    socket.on('error', (error) => log.info({ error: error.message }, 'socket error'));
  }

  #handleFrame(data: RawData, isBinary: boolean): void {
    const isText = !isBinary && Buffer.isBuffer(data);
    if (this.#isEnded || !this.#charge(isText ? 'text' : 'other')) return;
    this.#heartbeat.handleSign();
    if (isText) this.#inbox.push(data.toString('utf8'), data.length);
    else this.#options.log.info({}, 'ignored a binary frame');
  }

  #handlePing(): void {
    if (!this.#isEnded && this.#charge('other')) this.#heartbeat.handleSign();
  }

  #charge(what: 'text' | 'other'): boolean {
    if (this.#options.charge(what)) return true;
    this.close(ServiceCloseCode.policyViolation, 'sends too fast');
    return false;
  }

  #handleDead(): void {
    this.#options.log.info({}, 'peer answers no ping');
    this.#options.socket.terminate();
  }

  #handleFault(error: unknown): void {
    this.#options.log.error(errorFields(error), 'message could not be handled');
    this.close(ServiceCloseCode.internalError);
  }

  #end(code: number): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#heartbeat[Symbol.dispose]();
    this.#inbox.close();
    this.#outbox.close();
    this.#options.handleEnd(code);
  }
}
