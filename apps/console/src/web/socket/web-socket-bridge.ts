/** @module A WebSocket of a device's page: the page's end is a MessagePort, the device's end a stream. */
import { onAbort, utf8Encode, type Clock } from '@longwire/protocol/base';
import type { DataStream } from '@longwire/client';
import { ByteReader } from '../http/byte-reader.ts';
import { encodeFrame, MAX_MESSAGE_BYTES, Opcode } from './frames.ts';
import { openWebSocket, type Handshake } from './handshake.ts';
import { readSocket } from './messages.ts';

/** Options of `WebSocketBridge`. */
export interface WebSocketBridgeOptions {
  readonly port: MessagePort;
  readonly handshake: Handshake;
  readonly openStream: (signal: AbortSignal) => Promise<DataStream>;
  readonly clock: Pick<Clock, 'schedule'>;
  readonly crypto: Pick<Crypto, 'getRandomValues' | 'subtle'>;
  /** Whether one more message of the page may be processed. */
  readonly spend: () => boolean;
  readonly onClosed: () => void;
}

/** Most bytes sent to the page that it has not read; beyond that, reading from the device pauses. */
const MAX_UNREAD_BYTES = 1024 * 1024;

/** Least cost of a message, in bytes. Reason: a message without content takes memory too, until the page has read it. */
const MIN_MESSAGE_BYTES = 1024;

/** Most bytes from the page that the device has not read; beyond that, the socket is closed. */
const MAX_UNSENT_BYTES = 2 * MAX_MESSAGE_BYTES;

/** Longest time for opening, and for closing in order, in milliseconds. */
const OPEN_TIMEOUT_MS = 30_000;
const CLOSE_TIMEOUT_MS = 5_000;

/** No close frame was received. RFC 6455 section 7.4.1. */
const ABNORMAL = 1006;

/** Carries one WebSocket. */
export class WebSocketBridge {
  readonly #options: WebSocketBridgeOptions;
  readonly #stop = new AbortController();
  #writer: WritableStreamDefaultWriter<Uint8Array> | undefined;
  /** The pending writes, in order. */
  #sending: Promise<void> = Promise.resolve();
  /** The payload of the newest ping; undefined once its pong is being sent. */
  #pinged: Uint8Array | undefined;
  #unreadBytes = 0;
  #unsentBytes = 0;
  #onRead: () => void = () => undefined;
  #isClosing = false;
  #isClosed = false;
  #stopTimer: () => void;

  constructor(options: WebSocketBridgeOptions) {
    this.#options = options;
    const { port, clock } = options;
    this.#stopTimer = clock.schedule(OPEN_TIMEOUT_MS, () => this.close());
    port.addEventListener('message', ({ data }: MessageEvent<unknown>) => this.#handle(data));
    port.addEventListener('close', () => this.close());
    port.start();
    this.#run().catch(() => this.close());
  }

  /** Ends it immediately. */
  close(): void {
    this.#reportEnd({ code: ABNORMAL, reason: '', wasClean: false });
    this.#stop.abort();
  }

  async #run(): Promise<void> {
    const { openStream, handshake, crypto, port } = this.#options;
    const stream = await openStream(this.#stop.signal);
    stream.closed.catch(() => undefined);
    const reader = new ByteReader(stream.readable);
    const writer = stream.writable.getWriter();
    writer.closed.catch(() => undefined);
    this.#writer = writer;
    onAbort(this.#stop.signal, () => {
      void Promise.allSettled([writer.abort(), reader.cancel()]);
    });
    this.#stop.signal.throwIfAborted();
    const write = async (bytes: Uint8Array): Promise<void> => await writer.write(bytes);
    const protocol = await openWebSocket(handshake, { reader, write, crypto });
    this.#stopTimer();
    port.postMessage({ type: 'open', protocol });
    for await (const event of readSocket(reader)) {
      if (event.kind === 'message') await this.#deliver(event.data);
      else if (event.kind === 'ping') this.#answerPing(event.payload);
      else {
        this.#sendClose(event.code === 1005 ? undefined : event.code, '');
        await this.#sending;
        this.#reportEnd({ code: event.code, reason: event.reason, wasClean: true });
        return await this.#leave(reader, writer);
      }
    }
  }

  /** Closing immediately could discard data that the server has not read yet: wait for the server to close, or for the timeout. */
  async #leave(reader: ByteReader, writer: WritableStreamDefaultWriter<Uint8Array>): Promise<void> {
    const stopTimer = this.#options.clock.schedule(CLOSE_TIMEOUT_MS, () => this.#stop.abort());
    try {
      await writer.close();
      for (let left = await reader.some(); left !== undefined; left = await reader.some());
    } finally {
      stopTimer();
      this.#stop.abort();
    }
  }

  async #deliver(data: string | Uint8Array<ArrayBuffer>): Promise<void> {
    this.#unreadBytes += countOf(sizeOf(data));
    if (typeof data === 'string') this.#options.port.postMessage({ type: 'message', data });
    else this.#options.port.postMessage({ type: 'message', data: data.buffer }, [data.buffer]);
    while (this.#unreadBytes > MAX_UNREAD_BYTES && !this.#isClosed)
      await new Promise<void>((resolve) => (this.#onRead = resolve));
  }

  #handle(data: unknown): void {
    if (typeof data !== 'object' || data === null || this.#isClosed) return;
    if (!this.#options.spend()) return this.close();
    const field = (key: string): unknown => Reflect.get(data, key);
    const type = field('type');
    if (type === 'message') this.#handleMessage(field('data'));
    else if (type === 'read') this.#handleRead(field('bytes'));
    else if (type === 'close') this.#handleClose(field('code'), field('reason'));
  }

  #handleMessage(data: unknown): void {
    if (data instanceof Blob) {
      if (data.size > MAX_MESSAGE_BYTES) return this.close();
      this.#queue(data.size, async () => new Uint8Array(await data.arrayBuffer()), Opcode.binary);
    } else if (data instanceof ArrayBuffer) {
      this.#queue(data.byteLength, async () => new Uint8Array(data), Opcode.binary);
    } else if (typeof data === 'string') {
      const bytes = utf8Encode(data);
      this.#queue(bytes.length, async () => bytes, Opcode.text);
    }
  }

  #queue(size: number, read: () => Promise<Uint8Array>, opcode: Opcode): void {
    this.#unsentBytes += size;
    if (this.#unsentBytes > MAX_UNSENT_BYTES) return this.close();
    this.#enqueue(async () => {
      await this.#write(opcode, await read());
      this.#unsentBytes -= size;
      this.#options.port.postMessage({ type: 'sent', bytes: size });
    });
  }

  #handleRead(bytes: unknown): void {
    if (typeof bytes === 'number' && bytes >= 0) {
      this.#unreadBytes = Math.max(0, this.#unreadBytes - countOf(bytes));
    }
    this.#onRead();
  }

  #handleClose(code: unknown, reason: unknown): void {
    const isCode = typeof code === 'number' && Number.isInteger(code) && code >= 1000 && code <= 4999;
    if (this.#writer === undefined) return this.close();
    this.#sendClose(isCode ? code : undefined, typeof reason === 'string' ? reason.slice(0, 123) : '');
    this.#stopTimer = this.#options.clock.schedule(CLOSE_TIMEOUT_MS, () => this.close());
  }

  #sendClose(code: number | undefined, reason: string): void {
    if (this.#isClosing) return;
    this.#isClosing = true;
    const words = utf8Encode(reason).subarray(0, 123);
    this.#send(
      Opcode.close,
      code === undefined ? new Uint8Array() : Uint8Array.of(code >> 8, code & 0xff, ...words),
    );
  }

  /** While a device reads nothing, only the newest ping is answered (RFC 6455 section 5.5.3): at most one pong is queued. */
  #answerPing(payload: Uint8Array): void {
    const isWaiting = this.#pinged !== undefined;
    this.#pinged = payload;
    if (isWaiting) return;
    this.#enqueue(async () => {
      const newest = this.#pinged ?? payload;
      this.#pinged = undefined;
      await this.#write(Opcode.pong, newest);
    });
  }

  #send(opcode: Opcode, payload: Uint8Array): void {
    this.#enqueue(() => this.#write(opcode, payload));
  }

  #enqueue(task: () => Promise<void>): void {
    this.#sending = this.#sending.then(task).catch(() => this.close());
  }

  async #write(opcode: Opcode, payload: Uint8Array): Promise<void> {
    const mask = this.#options.crypto.getRandomValues(new Uint8Array(4));
    await this.#writer?.write(encodeFrame(opcode, payload, mask));
  }

  /** Reports to the page how it ended, once. */
  #reportEnd(how: { readonly code: number; readonly reason: string; readonly wasClean: boolean }): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#stopTimer();
    this.#onRead();
    this.#options.port.postMessage({ type: 'close', ...how });
    this.#options.port.close();
    this.#options.onClosed();
  }
}

function sizeOf(data: string | Uint8Array): number {
  return typeof data === 'string' ? utf8Encode(data).length : data.length;
}

const countOf = (bytes: number): number => Math.max(bytes, MIN_MESSAGE_BYTES);
