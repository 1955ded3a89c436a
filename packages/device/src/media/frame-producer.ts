/** @module The interface of producers, which create frames for a shared source. */
import type { MediaCodec, MediaFrame } from './media-source.ts';

/** Receives a producer's frames and health. */
export interface ProducerOutput {
  frame(frame: MediaFrame): void;
  /** The producer has no frames and retries. The message is a sentence for users, without secrets. */
  failing(message: string): void;
  /** The producer has frames again, a keyframe first. */
  ok(): void;
}

/** Produces frames from `start` until the returned function is called. */
export interface FrameProducer {
  readonly codec: MediaCodec;
  start(output: ProducerOutput): () => void;
  /** Requests a keyframe soon, if the producer can create one. */
  requestKeyframe?(): void;
}
