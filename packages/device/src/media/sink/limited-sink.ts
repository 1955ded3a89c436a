/** @module A sink with a limited number of concurrent talks, in which a failed talk affects no other. */
import { TokenBucket, type Logger } from '@longwire/protocol';
import { OncePer } from '../../log/once-per.ts';
import { reasonOf } from '../../log/reason-of.ts';
import type { AudioPacket, AudioSink, AudioSinkStream } from '../audio-sink.ts';
import type { MediaCodec } from '../media-source.ts';

/** One talk. */
export interface Talk {
  write(packet: AudioPacket): void;
  /** Called when the client has stopped talking; `isWithdrawn`: nothing more of it must be heard. */
  end(isWithdrawn: boolean): void;
}

/** Options of {@link LimitedSink}. */
export interface LimitedSinkOptions {
  /** The sink's name in log lines. */
  readonly name: string;
  readonly maxTalkers: number;
  readonly codecs?: readonly MediaCodec[];
  readonly logger: Logger;
  /** Starts a talk; `fail` ends it early. */
  readonly start: (fail: (reason: string) => void) => Talk;
  /** A monotonic clock, in milliseconds. */
  readonly nowMs?: () => number;
}

/** Default limit of concurrent talks. Reason: each is a process, a file or a socket, and few people talk at the same time. */
export const DEFAULT_MAX_TALKERS = 4;

/** Talks that may start per second after a burst. Reason: each may start a process, and a client can start many with two descriptions each. */
const TALKS_PER_SECOND = 1;

/** Talks that may start in a burst, for each allowed talker. Reason: a button that is pressed repeatedly. */
const BURST = 4;

const NOTHING: AudioSinkStream = { write: () => undefined, close: () => undefined };

/** Starts a talk at a client's first packet, so that an open but silent line costs nothing. */
export class LimitedSink implements AudioSink {
  readonly codecs?: readonly MediaCodec[];
  readonly #options: LimitedSinkOptions;
  readonly #nowMs: () => number;
  readonly #starts: TokenBucket;
  /** Limits warnings about refused talks. */
  readonly #warnings: OncePer;
  #talkers = 0;

  constructor(options: LimitedSinkOptions) {
    this.#options = options;
    this.#nowMs = options.nowMs ?? (() => performance.now());
    const rate = { capacity: BURST * options.maxTalkers, refillPerSecond: TALKS_PER_SECOND };
    this.#starts = new TokenBucket(rate, this.#nowMs());
    this.#warnings = new OncePer({ nowMs: this.#nowMs });
    if (options.codecs !== undefined) this.codecs = options.codecs;
  }

  open(): AudioSinkStream {
    let talk: AudioSinkStream | undefined;
    return {
      write: (packet) => {
        talk ??= this.#start();
        talk?.write(packet);
      },
      close: (isWithdrawn) => talk?.close(isWithdrawn),
    };
  }

  /** Returns undefined if the talk may not start yet; the next packet tries again. */
  #start(): AudioSinkStream | undefined {
    const { name, maxTalkers, logger, start } = this.#options;
    if (this.#talkers >= maxTalkers || !this.#starts.take(this.#nowMs())) {
      if (this.#warnings.take()) logger.warn('sink.talk-refused', { sink: name, maxTalkers });
      return undefined;
    }
    this.#talkers += 1;
    let isOver = false;
    let isFailed = false;
    const finish = (): void => {
      if (!isOver) this.#talkers -= 1;
      isOver = true;
    };
    const fail = (reason: string): void => {
      if (!isFailed) logger.warn('sink.failed', { sink: name, reason });
      isFailed = true;
      finish();
    };
    let talk: Talk;
    try {
      talk = start(fail);
    } catch (error) {
      fail(reasonOf(error));
      return NOTHING;
    }
    return {
      write: (packet) => {
        if (!isOver) talk.write(packet);
      },
      close: (isWithdrawn = false) => {
        finish();
        talk.end(isWithdrawn);
      },
    };
  }
}
