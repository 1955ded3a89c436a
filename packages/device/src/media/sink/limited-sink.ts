/** @module A sink whose talks each cost something: only so many at once, and a talk that fails is over without harm. */
import { TokenBucket, type Logger } from '@longwire/protocol';
import { OncePer } from '../../log/once-per.ts';
import { reasonOf } from '../../log/reason-of.ts';
import type { AudioPacket, AudioSink, AudioSinkStream } from '../audio-sink.ts';
import type { MediaCodec } from '../media-source.ts';

/** What one talk does with its packets. */
export interface Talk {
  write(packet: AudioPacket): void;
  /** The client has stopped. */
  end(): void;
}

/** What a {@link LimitedSink} needs. */
export interface LimitedSinkOptions {
  /** For the log. */
  readonly name: string;
  readonly maxTalkers: number;
  readonly codecs?: readonly MediaCodec[];
  readonly logger: Logger;
  /** Starts a talk; `fail` ends it early. */
  readonly start: (fail: (reason: string) => void) => Talk;
  /** Milliseconds of a clock that only goes forward. */
  readonly nowMs?: () => number;
}

/** Most talks at once unless told otherwise. Reason: each is a process, a file or a socket; a family has fewer mouths. */
export const DEFAULT_MAX_TALKERS = 4;

/** Talks begun in a second, once {@link BURST} are used up. Reason: each may start a process, and a client can begin many with two descriptions each. */
const TALKS_PER_SECOND = 1;

/** Talks that may begin at once, for each that may go on at once. Reason: a button that is pressed twice. */
const BURST = 4;

const NOTHING: AudioSinkStream = { write: () => undefined, close: () => undefined };

/** Starts a talk with a client's first packet, so that a line that is open and silent costs nothing. */
export class LimitedSink implements AudioSink {
  readonly codecs?: readonly MediaCodec[];
  readonly #options: LimitedSinkOptions;
  readonly #nowMs: () => number;
  readonly #starts: TokenBucket;
  /** About talks that were left out. */
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
        talk.write(packet);
      },
      close: () => talk?.close(),
    };
  }

  #start(): AudioSinkStream {
    const { name, maxTalkers, logger, start } = this.#options;
    if (this.#talkers >= maxTalkers || !this.#starts.take(this.#nowMs())) {
      if (this.#warnings.take()) logger.warn('sink.full', { sink: name, maxTalkers });
      return NOTHING;
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
      close: () => {
        finish();
        talk.end();
      },
    };
  }
}
