/** @module The stream of one terminal, in both directions, and why it ended. */

import { onAbort, utf8Encode } from '@longwire/protocol/base';
import type { DataStream, Session } from '@longwire/client';
import { endReasonOf, type EndReason } from './end-reason.ts';
import { LineEditor } from './line-editor.ts';
import type { LineKind, LineState, LineTarget } from './line-state.ts';
import { shellKeys, shellSize } from './shell-input.ts';
import { TelnetFilter } from './telnet-filter.ts';

/** Shows the bytes of a stream. */
export interface LineScreen {
  readonly columns: number;
  readonly rows: number;
  /** Shows bytes; resolves when there is room for more. */
  write(bytes: Uint8Array): Promise<void>;
}

/** The part of a session that opens streams. */
export type StreamPort = Pick<Session['streams'], 'open'>;

/** Options of `TerminalLine`. */
export interface TerminalLineOptions {
  readonly screen: LineScreen;
  readonly onChange: () => void;
}

/** How an SSH server begins (RFC 4253 section 4.2). */
const SSH_BANNER = 'SSH-';

/** Most bytes queued for the other end. Reason: more than can be typed; a device that provokes answers and reads nothing would fill the memory. */
const MAX_WAITING_BYTES = 1024 * 1024;

/** Memory of a queued chunk besides its bytes. */
const PIECE_BYTES = 256;

interface Open {
  readonly abort: AbortController;
  readonly kind: LineKind;
  readonly writer: WritableStreamDefaultWriter<Uint8Array>;
}

/** Connects a screen with a stream. */
export class TerminalLine {
  readonly #screen: LineScreen;
  readonly #onChange: () => void;
  #state: LineState = { kind: 'idle', isWritten: false };
  #attempt = new AbortController();
  #open: Open | undefined;
  #telnet = new TelnetFilter();
  #editor = new LineEditor();
  #waitingBytes = 0;
  /** Whether output of this stream, or input for it, is on the screen. */
  #isWritten = false;

  constructor({ screen, onChange }: TerminalLineOptions) {
    this.#screen = screen;
    this.#onChange = onChange;
  }

  get state(): LineState {
    return this.#state;
  }

  /** Opens a stream, replacing any other; resolves when that has ended, and never rejects. */
  async open(port: StreamPort, target: LineTarget): Promise<void> {
    this.hangUp();
    const own = new AbortController();
    this.#attempt = own;
    this.#isWritten = false;
    this.#telnet = new TelnetFilter();
    this.#editor = new LineEditor();
    this.#move({ kind: 'opening', target });
    try {
      const stream = await port.open(target.port, { signal: own.signal });
      if (own.signal.aborted) return;
      await this.#join(stream, target, own);
      this.#end(own, 'done', undefined);
    } catch (error) {
      this.#end(own, endReasonOf(error), error instanceof Error ? error.message : undefined);
    }
  }

  /** Sends typed text. */
  type(text: string): void {
    if (this.#open === undefined) return;
    if (this.#open.kind === 'shell' || this.#telnet.isEchoing) {
      this.#send(utf8Encode(text));
      return;
    }
    const { shown, sent } = this.#editor.type(text);
    if (shown !== '') void this.#show(utf8Encode(shown));
    if (sent !== '') this.#send(utf8Encode(sent));
  }

  /** Sends the window size if the other end is a shell. */
  resize(columns: number, rows: number): void {
    if (this.#open?.kind === 'shell') this.#write(shellSize(columns, rows));
  }

  /** Aborts the stream. */
  hangUp(): void {
    this.#attempt.abort();
    this.#open = undefined;
    const { kind } = this.#state;
    if (kind === 'opening' || kind === 'open') this.#move({ kind: 'idle', isWritten: this.#isWritten });
  }

  async #join(stream: DataStream, target: LineTarget, own: AbortController): Promise<void> {
    const [reader, writer] = [stream.readable.getReader(), stream.writable.getWriter()];
    // The reason is reported by `closed`.
    for (const end of [writer.closed, stream.closed, reader.closed]) end.catch(() => undefined);
    onAbort(own.signal, () => {
      void writer.abort().catch(() => undefined);
      void reader.cancel().catch(() => undefined);
    });
    this.#open = { abort: own, kind: target.kind, writer };
    this.#move({ kind: 'open', target, isSsh: false });
    this.resize(this.#screen.columns, this.#screen.rows);
    await this.#readAll(reader, target, own);
    // The other end has finished: later input is discarded.
    this.#open = undefined;
    await writer.close();
    await stream.closed;
  }

  async #readAll(
    reader: ReadableStreamDefaultReader<Uint8Array>,
    target: LineTarget,
    own: AbortController,
  ): Promise<void> {
    let beginning = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done || own.signal.aborted) return;
      if (target.kind === 'plain' && beginning.length < SSH_BANNER.length) {
        beginning += String.fromCodePoint(...value.subarray(0, SSH_BANNER.length));
        if (beginning.startsWith(SSH_BANNER)) this.#move({ kind: 'open', target, isSsh: true });
      }
      await this.#show(target.kind === 'plain' ? this.#filtered(value) : value);
    }
  }

  async #show(bytes: Uint8Array): Promise<void> {
    this.#isWritten = true;
    await this.#screen.write(bytes);
  }

  #filtered(bytes: Uint8Array): Uint8Array {
    const { data, replies } = this.#telnet.take(bytes);
    if (replies.length > 0) this.#write(replies);
    return data;
  }

  #send(bytes: Uint8Array): void {
    this.#write(this.#open?.kind === 'shell' ? shellKeys(bytes) : bytes);
  }

  #write(bytes: Uint8Array): void {
    const open = this.#open;
    if (open === undefined) return;
    if (this.#waitingBytes > MAX_WAITING_BYTES) {
      this.#end(open.abort, 'fault', undefined);
      open.abort.abort();
      return;
    }
    const size = bytes.length + PIECE_BYTES;
    this.#waitingBytes += size;
    const forget = (): void => {
      this.#waitingBytes -= size;
    };
    // A failed write means that the stream has ended, which the reader learns too.
    open.writer.write(bytes).then(forget, forget);
  }

  #end(own: AbortController, reason: EndReason, detail: string | undefined): void {
    const state = this.#state;
    if (own.signal.aborted || (state.kind !== 'opening' && state.kind !== 'open')) return;
    this.#open = undefined;
    const isSsh = state.kind === 'open' && state.isSsh;
    const isWritten = this.#isWritten;
    this.#move({ kind: 'ended', target: state.target, reason, isSsh, isWritten, detail });
  }

  #move(to: LineState): void {
    this.#state = to;
    this.#onChange();
  }
}
