/** @module A TCP connection that sends arbitrary bytes, and the service's reaction. */
import { once } from 'node:events';
import { connect, Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** How a connection ended, or that it did not. */
export type RawOutcome =
  /** A close frame with this code. */
  | { readonly kind: 'close'; readonly code: number | undefined }
  /** The connection ended without a close frame. */
  | { readonly kind: 'cut' }
  /** An HTTP response, then the end of the connection. */
  | { readonly kind: 'status'; readonly status: number }
  /** A ping was answered: the WebSocket is open. */
  | { readonly kind: 'open' };

/** A frame, valid or not. */
export interface RawFrame {
  readonly opcode: number;
  readonly payload?: Uint8Array | string;
  readonly fin?: boolean;
  /** RSV1, RSV2, RSV3 as the bits 4, 2, 1. */
  readonly reserved?: number;
  readonly masked?: boolean;
  /** Encoding of the length; the shortest by default. */
  readonly lengthBits?: 7 | 16 | 64;
  /** The claimed length. */
  readonly length?: bigint;
}

/** RFC 6455 section 5.2. */
export const Opcode = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

const MASK = Buffer.from('5a17c3e9', 'hex');

/** Writes a frame (RFC 6455 section 5.2). */
export function frame({
  opcode,
  payload = '',
  fin = true,
  reserved = 0,
  masked = true,
  lengthBits,
  length,
}: RawFrame): Buffer {
  const data = Buffer.from(payload);
  const claimed = length ?? BigInt(data.length);
  const bits = lengthBits ?? (claimed < 126n ? 7 : claimed < 65_536n ? 16 : 64);
  const [code, extra] = {
    7: [Number(claimed), Buffer.alloc(0)] as const,
    16: [126, Buffer.alloc(2)] as const,
    64: [127, Buffer.alloc(8)] as const,
  }[bits];
  if (bits === 16) extra.writeUInt16BE(Number(claimed));
  if (bits === 64) extra.writeBigUInt64BE(claimed);
  const head = Buffer.from([(fin ? 0x80 : 0) | (reserved << 4) | opcode, (masked ? 0x80 : 0) | code]);
  if (!masked) return Buffer.concat([head, extra, data]);
  const hidden = data.map((byte, index) => byte ^ (MASK[index % 4] ?? 0));
  return Buffer.concat([head, extra, MASK, hidden]);
}

/** A close frame's payload. */
export function closePayload(code: number, reason: Uint8Array | string = ''): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(code);
  return Buffer.concat([bytes, Buffer.from(reason)]);
}

/** The request lines that open a WebSocket, for tests to change. */
export function upgradeLines(path: string, subprotocol: string): string[] {
  return [
    `GET ${path} HTTP/1.1`,
    'Host: x',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
    `Sec-WebSocket-Protocol: ${subprotocol}`,
  ];
}

/** Joins lines to a request without a body. */
function request(lines: readonly string[]): string {
  return `${lines.join('\r\n')}\r\n\r\n`;
}

const PING = 'are you there?';

/** A connection whose every byte the test controls. */
export class RawSocket {
  readonly socket: Duplex;
  /** Resolves when the connection has ended. */
  readonly ended: Promise<unknown>;
  #received = Buffer.alloc(0);
  #hasEnded = false;

  private constructor(socket: Duplex) {
    this.socket = socket;
    socket.on('error', () => undefined);
    socket.on('data', (data: Buffer) => {
      this.#received = Buffer.concat([this.#received, data]);
    });
    this.ended = once(socket, 'close').then(() => (this.#hasEnded = true));
    socket.on('end', () => socket.end());
  }

  static async open(url: string): Promise<RawSocket> {
    const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen: true });
    await once(socket, 'connect');
    return new RawSocket(socket);
  }

  /** Opens a WebSocket and waits for the response. */
  static async upgrade(url: string, lines: readonly string[]): Promise<RawSocket> {
    return await (await RawSocket.open(url)).#upgraded(lines);
  }

  /** Opens a WebSocket over an existing connection. */
  static async upgradeOver(socket: Duplex, lines: readonly string[]): Promise<RawSocket> {
    return await new RawSocket(socket).#upgraded(lines);
  }

  async #upgraded(lines: readonly string[]): Promise<this> {
    this.write(request(lines));
    await this.#until(() => this.#headEnd() !== undefined);
    if (!this.text.startsWith('HTTP/1.1 101 ')) throw new Error('no WebSocket');
    return this;
  }

  /** Everything received, as text. */
  get text(): string {
    return this.#received.toString('latin1');
  }

  write(data: Uint8Array | string): void {
    if (this.socket.writable) this.socket.write(data);
  }

  /** Sends a ping after everything else and reports what comes first: its pong or the end. */
  async outcome(): Promise<RawOutcome> {
    this.write(frame({ opcode: Opcode.ping, payload: PING }));
    return await this.settled();
  }

  /** The outcome without sending a ping. */
  async settled(): Promise<RawOutcome> {
    await this.#until(() => this.#status() !== undefined || this.#frames().some(isPongOrClose));
    const status = this.#status();
    if (status !== undefined) return { kind: 'status', status };
    const frames = this.#frames();
    const close = frames.find(({ opcode }) => opcode === Opcode.close);
    if (close !== undefined)
      return {
        kind: 'close',
        code: close.payload.length < 2 ? undefined : close.payload.readUInt16BE(),
      };
    return frames.some(isPong) ? { kind: 'open' } : { kind: 'cut' };
  }

  /** Closes the connection from this side and waits for the end. */
  async end(how: 'fin' | 'reset' = 'reset'): Promise<void> {
    if (how === 'fin') this.socket.end();
    else if (this.socket instanceof Socket) this.socket.resetAndDestroy();
    else this.socket.destroy();
    await this.ended;
  }

  /** The response status, once the head is complete, unless it opened a WebSocket. */
  #status(): number | undefined {
    if (this.#headEnd() === undefined) return undefined;
    const status = Number(/^HTTP\/1\.[01] (\d{3}) /u.exec(this.text)?.[1]);
    return Number.isNaN(status) || status === 101 ? undefined : status;
  }

  async #until(isSo: () => boolean): Promise<void> {
    while (!isSo() && !this.#hasEnded) await Promise.race([once(this.socket, 'data'), this.ended]);
  }

  #headEnd(): number | undefined {
    const end = this.#received.indexOf('\r\n\r\n');
    return end === -1 ? undefined : end + 4;
  }

  /** The complete frames received after the head. */
  #frames(): { opcode: number; payload: Buffer }[] {
    const frames: { opcode: number; payload: Buffer }[] = [];
    let rest = this.#received.subarray(this.#headEnd() ?? this.#received.length);
    while (rest.length >= 2) {
      const short = (rest[1] ?? 0) & 0x7f;
      const start = short < 126 ? 2 : short === 126 ? 4 : 10;
      if (rest.length < start) break;
      const length =
        short < 126 ? short : short === 126 ? rest.readUInt16BE(2) : Number(rest.readBigUInt64BE(2));
      if (rest.length < start + length) break;
      frames.push({ opcode: (rest[0] ?? 0) & 0x0f, payload: rest.subarray(start, start + length) });
      rest = rest.subarray(start + length);
    }
    return frames;
  }
}

function isPongOrClose(one: { opcode: number; payload: Buffer }): boolean {
  return isPong(one) || one.opcode === Opcode.close;
}

function isPong({ opcode, payload }: { opcode: number; payload: Buffer }): boolean {
  return opcode === Opcode.pong && payload.toString() === PING;
}
