/** @module A lightweight WebSocket client: thousands fit into one process, and each message costs one write. */
import { connect, type Socket } from 'node:net';
import { FrameReader, makeFrame, Opcode, type Frame } from './frame.ts';

/** Where a socket connects. */
export interface WireTarget {
  readonly host: string;
  readonly port: number;
  readonly path: string;
  readonly protocol: string;
  /** The local address; a server counts sockets by it, and each has its own ports. */
  readonly localAddress?: string | undefined;
}

/** Events of a socket. */
export interface WireEvents {
  readonly open: () => void;
  /** A text message; the bytes are valid until the call returns. */
  readonly text: (payload: Buffer) => void;
  /** The last event, with the close code; 1006 without one. */
  readonly closed: (code: number, reason: string) => void;
}

/** Time limit for all handshakes together, in milliseconds, as in a device's agent. */
const HANDSHAKE_TIMEOUT_MS = 15_000;
const ABNORMAL_CLOSURE = 1006;
const NORMAL_CLOSE = makeFrame(Opcode.close, Buffer.from([0x03, 0xe8]));
const HEAD_END = Buffer.from('\r\n\r\n');
const SWITCHED = 'HTTP/1.1 101 ';

/** The target of a service's URL. */
export function wireTarget(url: string, path: string, protocol: string): WireTarget {
  const { hostname, port } = new URL(url);
  return { host: hostname, port: Number(port), path, protocol };
}

/** An open, or opening, socket. */
export class WireSocket {
  readonly #events: WireEvents;
  readonly #socket: Socket;
  readonly #reader = new FrameReader();
  #head: Buffer | undefined = Buffer.alloc(0);
  #code = ABNORMAL_CLOSURE;
  #reason = '';
  #isClosing = false;

  constructor(target: WireTarget, events: WireEvents) {
    const { host, port, path, protocol, localAddress } = target;
    this.#events = events;
    this.#socket = connect({
      host,
      port,
      noDelay: true,
      ...(localAddress === undefined ? {} : { localAddress }),
    });
    this.#socket.setTimeout(HANDSHAKE_TIMEOUT_MS, () => this.#fail('no answer to the handshake'));
    this.#socket.write(
      `GET ${path} HTTP/1.1\r\nHost: ${host}:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: ${protocol}\r\n\r\n`,
    );
    this.#socket.on('data', (bytes) => this.#handleBytes(bytes));
    this.#socket.on('error', (error) => this.#fail(error.message));
    this.#socket.on('close', () => this.#events.closed(this.#code, this.#reason));
  }

  /** Sends a frame that `makeFrame` made. */
  send(frame: Buffer): void {
    this.#socket.write(frame);
  }

  /** Sends one text. */
  sendText(text: string): void {
    this.send(makeFrame(Opcode.text, text));
  }

  /** Closes the socket with a handshake. */
  close(): void {
    this.#isClosing = true;
    this.send(NORMAL_CLOSE);
  }

  /** Closes the socket immediately. */
  end(): void {
    this.#socket.destroy();
  }

  #handleBytes(bytes: Buffer): void {
    if (this.#head === undefined) this.#reader.read(bytes, (frame) => this.#handleFrame(frame));
    else this.#handleHead(Buffer.concat([this.#head, bytes]));
  }

  #handleHead(head: Buffer): void {
    const end = head.indexOf(HEAD_END);
    this.#head = head;
    if (end === -1) return;
    const status = head.toString('latin1', 0, head.indexOf('\r\n'));
    if (!status.startsWith(SWITCHED)) return this.#fail(status);
    this.#head = undefined;
    this.#socket.setTimeout(0);
    this.#events.open();
    const rest = head.subarray(end + HEAD_END.length);
    if (rest.length > 0) this.#handleBytes(rest);
  }

  #handleFrame({ opcode, payload }: Frame): void {
    if (opcode === Opcode.text) this.#events.text(payload);
    if (opcode === Opcode.ping) this.send(makeFrame(Opcode.pong, payload));
    if (opcode !== Opcode.close) return;
    this.#code = payload.length < 2 ? ABNORMAL_CLOSURE : payload.readUInt16BE(0);
    this.#reason = payload.toString('utf8', 2);
    if (!this.#isClosing) this.send(makeFrame(Opcode.close, payload.subarray(0, 2)));
    this.#socket.end();
  }

  #fail(reason: string): void {
    this.#reason ||= reason;
    this.#socket.destroy();
  }
}
