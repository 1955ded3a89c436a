/** @module The sockets of TURN clients in tests: UDP, and TLS over TCP (RFC 8656 section 3.1). */
import { createSocket } from 'node:dgram';
import { EventEmitter, once } from 'node:events';
import { isIPv4 } from 'node:net';
import { connect, type ConnectionOptions, type PeerCertificate, type TLSSocket } from 'node:tls';

/** Bytes of a STUN header; the length that it contains is that of what follows (RFC 8489 section 5). */
const HEADER_BYTES = 20;

/** Address of a server. */
export interface TurnTarget {
  readonly host: string;
  readonly port: number;
}

/** Sends and receives whole messages. */
export interface TurnSocket extends EventEmitter<{ message: [Buffer] }> {
  readonly localPort: number;
  send(message: Buffer): void;
  close(): void;
}

/** One datagram is one message. */
export class TurnUdpSocket extends EventEmitter<{ message: [Buffer] }> implements TurnSocket {
  readonly #target: TurnTarget;
  readonly #socket;

  constructor(target: TurnTarget) {
    super();
    this.#target = target;
    this.#socket = createSocket(isIPv4(target.host) ? 'udp4' : 'udp6');
    this.#socket.on('message', (message) => this.emit('message', message));
  }

  get localPort(): number {
    return this.#socket.address().port;
  }

  send(message: Buffer): void {
    this.#socket.send(message, this.#target.port, this.#target.host);
  }

  close(): void {
    this.#socket.close();
  }
}

/** Messages one after the other in a TLS connection. */
export class TurnTlsSocket extends EventEmitter<{ message: [Buffer] }> implements TurnSocket {
  readonly #socket: TLSSocket;
  #received: Buffer = Buffer.alloc(0);

  private constructor(socket: TLSSocket) {
    super();
    this.#socket = socket;
    socket.on('data', (bytes: Buffer) => this.#handleBytes(bytes));
  }

  /** Connects. @throws Error if the server's certificate is not trusted or for another name */
  static async open(options: ConnectionOptions): Promise<TurnTlsSocket> {
    const socket = connect(options);
    await once(socket, 'secureConnect');
    return new TurnTlsSocket(socket);
  }

  /** What the server showed. */
  get certificate(): PeerCertificate {
    return this.#socket.getPeerCertificate();
  }

  get isOpen(): boolean {
    return this.#socket.readyState === 'open';
  }

  get localPort(): number {
    return this.#socket.localPort ?? 0;
  }

  send(message: Buffer): void {
    this.#socket.write(message);
  }

  close(): void {
    this.#socket.destroy();
  }

  #handleBytes(bytes: Buffer): void {
    this.#received = Buffer.concat([this.#received, bytes]);
    while (this.#received.length >= HEADER_BYTES) {
      const end = HEADER_BYTES + this.#received.readUInt16BE(2);
      if (this.#received.length < end) return;
      this.emit('message', this.#received.subarray(0, end));
      this.#received = this.#received.subarray(end);
    }
  }
}
