/** @module What makes frames, for a source that shares them. */
import type { MediaCodec, MediaFrame } from './media-source.ts';

/** Where a producer puts what it makes, and says how it is doing. */
export interface ProducerOutput {
  frame(frame: MediaFrame): void;
  /** There are no frames, and it tries again. The message is a sentence for people, without secrets. */
  failing(message: string): void;
  /** There are frames again, a keyframe first. */
  ok(): void;
}

/** Produces frames from `start` until what it returned is called. */
export interface FrameProducer {
  readonly codec: MediaCodec;
  start(output: ProducerOutput): () => void;
  /** Asks for a keyframe soon, where the producer can make one. */
  requestKeyframe?(): void;
}
