/** @module A TCP server controlled by the first line of each connection; the destination of a tunnel. */
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { close, listen, portOf } from '../../scripts/listening.ts';

/** The size of a block that is hashed separately, in bytes: a page can only hash complete buffers. */
export const BLOCK_BYTES: number = 1024 * 1024;

/** Hashes a stream block by block, however it is split, and then the hashes. */
class BlockHash {
  readonly #digests: Buffer[] = [];
  #block = Buffer.allocUnsafe(BLOCK_BYTES);
  #length = 0;
  bytes = 0;

  add(piece: Uint8Array): void {
    this.bytes += piece.length;
    for (let at = 0; at < piece.length;) {
      const part = piece.subarray(at, at + BLOCK_BYTES - this.#length);
      this.#block.set(part, this.#length);
      this.#length += part.length;
      at += part.length;
      if (this.#length === BLOCK_BYTES) this.#close();
    }
  }

  digest(): string {
    if (this.#length > 0) this.#close();
    return createHash('sha256').update(Buffer.concat(this.#digests)).digest('hex');
  }

  #close(): void {
    this.#digests.push(createHash('sha256').update(this.#block.subarray(0, this.#length)).digest());
    this.#length = 0;
  }
}

/** The server. */
export class TcpService {
  readonly sockets: Set<Socket> = new Set();
  /** How each finished connection ended. */
  readonly ends: string[] = [];
  /** The hashes of what `source` sent to its end, in order. */
  readonly sourceHashes: string[] = [];
  readonly #server: Server;

  private constructor() {
    this.#server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => void this.#serve(socket));
  }

  static async start(): Promise<TcpService> {
    const service = new TcpService();
    await listen(service.#server);
    return service;
  }

  get port(): number {
    return portOf(this.#server);
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await close(this.#server);
  }

  async #serve(socket: Socket): Promise<void> {
    this.sockets.add(socket);
    let end = 'closed';
    socket.on('error', (error) => (end = Reflect.get(error, 'code')));
    socket.once('close', () => {
      this.sockets.delete(socket);
      this.ends.push(end);
    });
    const line = await firstLine(socket);
    const [command = '', number = '0'] = line.split(' ');
    const bytes = Number(number);
    if (command === 'echo') socket.pipe(socket);
    else if (command === 'source') await this.#source(socket, bytes);
    else if (command === 'sink') this.#sink(socket, bytes);
    else if (command === 'bye') socket.end('bye');
    else if (command === 'answer') socket.resume().once('end', () => socket.end('answered after your end'));
    else if (command === 'reset') socket.resetAndDestroy();
  }

  async #source(socket: Socket, bytes: number): Promise<void> {
    const hash = new BlockHash();
    function* blocks(): Generator<Uint8Array> {
      while (hash.bytes < bytes) {
        const block = randomBytes(Math.min(BLOCK_BYTES, bytes - hash.bytes));
        hash.add(block);
        yield block;
      }
    }
    socket.resume();
    const isSent = await pipeline(Readable.from(blocks()), socket).then(
      () => true,
      () => false,
    );
    if (isSent) this.sourceHashes.push(hash.digest());
  }

  #sink(socket: Socket, bytes: number): void {
    const hash = new BlockHash();
    socket.on('data', (piece) => {
      hash.add(piece);
      if (hash.bytes >= bytes) socket.end(JSON.stringify({ bytes: hash.bytes, hash: hash.digest() }));
    });
  }
}

/** Reads a line byte by byte, and puts the rest back. */
async function firstLine(socket: Socket): Promise<string> {
  let received = Buffer.alloc(0);
  while (!received.includes('\n') && !socket.destroyed && !socket.readableEnded) {
    const piece: unknown = socket.read();
    if (piece instanceof Buffer) received = Buffer.concat([received, piece]);
    else await Promise.race([once(socket, 'readable'), once(socket, 'end'), once(socket, 'close')]);
  }
  const end = received.indexOf('\n');
  if (end === -1) return '';
  const rest = received.subarray(end + 1);
  if (rest.length > 0) socket.unshift(rest);
  return received.subarray(0, end).toString();
}
