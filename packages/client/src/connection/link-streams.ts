/** @module The streams of one link; their code is loaded with the first stream. */
import type * as OpenStreamsPart from '../streams/open-streams.ts';
import { Part, withLimits } from '../shared.ts';
import type { DataStream, OpenStreamOptions } from '../streams/data-stream.ts';
import type { OpenStreams, OpenStreamsOptions } from '../streams/open-streams.ts';

/** The code that opens streams. */
export const STREAMS: Part<typeof OpenStreamsPart> = new Part(
  'streams',
  () => import('../streams/open-streams.ts'),
);

/** Opens streams, and fails all of them when the connection ends. */
export class LinkStreams {
  readonly #options: OpenStreamsOptions;
  readonly #ended = new AbortController();
  #streams: OpenStreams | undefined;

  constructor(options: OpenStreamsOptions) {
    this.#options = options;
  }

  /**
   * Resolves with a stream whose channel is open; the channel is only created once its first message can be received.
   * @throws EdgeError ERR_PART_LOAD, and what `OpenStreams.open` throws
   */
  async open(port: number, options: OpenStreamOptions = {}): Promise<DataStream> {
    const { OpenStreams } =
      STREAMS.loaded ??
      (await withLimits({ owner: this.#ended.signal, signal: options.signal }, () => STREAMS.load()));
    this.#ended.signal.throwIfAborted();
    this.#streams ??= new OpenStreams(this.#options);
    return this.#streams.open(port, options);
  }

  /** Fails every stream, including those being opened. */
  close(cause: Error): void {
    this.#ended.abort(cause);
    this.#streams?.close(cause);
  }
}
