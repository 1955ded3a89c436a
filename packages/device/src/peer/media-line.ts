/** @module One media line of a peer connection, with every native object that must not be collected. */
import type { Emitter, Logger } from '@longwire/protocol';
import type { MediaHandler, Track } from 'node-datachannel';
import { createEmitter } from '../events/create-emitter.ts';
import { guardCallback, reasonOf } from './guard-callback.ts';
import { NativeEnd } from './native-end.ts';
import type { MediaLineDescription } from './native-media.ts';
import type { MediaDirection } from './sdp-media.ts';

/** The part of node-datachannel's track that is used. */
export type NativeTrack = Pick<
  Track,
  | 'close'
  | 'isOpen'
  | 'isClosed'
  | 'sendMessageBinary'
  | 'setMediaHandler'
  | 'onOpen'
  | 'onClosed'
  | 'onError'
  | 'onMessage'
>;

/** What a line tells. */
export interface MediaLineEvents {
  /** The line has been negotiated and DTLS is up: media can flow. */
  open: [];
  /** One RTP or RTCP packet of the client. */
  packet: [packet: Uint8Array];
  closed: [];
}

/** Largest frame given to a packetizer, in bytes. Reason: far above any sane keyframe, far below trouble. */
const MAX_FRAME_BYTES = 8 * 1024 * 1024;

/** One media line. */
export class MediaLine {
  /** What the device says on this line. */
  readonly description: MediaLineDescription;
  /** Which way media flows, or is to flow, seen from the device. */
  direction: MediaDirection = 'inactive';
  /** A track closes when its JavaScript object is collected. */
  readonly #native: NativeTrack;
  /** Neither may what stands between frames and packets be collected. */
  readonly #kept: unknown[] = [];
  readonly #events: Emitter<MediaLineEvents>;
  readonly #logger: Logger;
  readonly #end: NativeEnd;

  constructor(native: NativeTrack, description: MediaLineDescription, logger: Logger) {
    this.#native = native;
    this.description = description;
    this.#logger = logger;
    this.#events = createEmitter(logger);
    this.#end = new NativeEnd(native, () => this.#handleEnd());
    native.onOpen(guardCallback(logger, 'track-open', () => this.#events.emit('open')));
    native.onClosed(guardCallback(logger, 'track-closed', () => this.#end.handleNativeClosed()));
    native.onError(guardCallback(logger, 'track-error', (reason) => logger.debug('track.error', { reason })));
    native.onMessage(
      guardCallback(logger, 'track-message', (packet) => {
        if (!this.#end.hasEnded) this.#events.emit('packet', packet);
      }),
    );
  }

  get mid(): string {
    return this.description.mid;
  }

  /** Whether media can flow. */
  get isOpen(): boolean {
    return !this.#end.hasEnded && this.#native.isOpen();
  }

  /** Listens to an event; returns what takes the listener off again. */
  on<K extends keyof MediaLineEvents>(name: K, listener: (...args: MediaLineEvents[K]) => void): () => void {
    return this.#events.on(name, listener);
  }

  /** Sets what stands between frames and packets, and keeps it. */
  setHandler(handler: MediaHandler, ...kept: readonly unknown[]): void {
    if (this.#end.hasEnded) return;
    this.#kept.push(handler, ...kept);
    this.#native.setMediaHandler(handler);
  }

  /** Sends one frame; false when it could not be sent. */
  send(frame: Uint8Array): boolean {
    if (!this.isOpen || frame.length > MAX_FRAME_BYTES) return false;
    try {
      return this.#native.sendMessageBinary(Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength));
    } catch (error) {
      // It may have closed between the question and the call.
      this.#logger.debug('track.send-failed', { mid: this.mid, reason: reasonOf(error) });
      return false;
    }
  }

  /** Closes the line; again does nothing. */
  close(): void {
    this.#end.close();
  }

  /** The peer connection ends, and the line with it (see {@link NativeEnd}). */
  abandon(): void {
    this.#end.abandon();
  }

  #handleEnd(): void {
    this.#events.emit('closed');
    this.#events.clear();
  }
}
