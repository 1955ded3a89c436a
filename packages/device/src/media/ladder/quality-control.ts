/** @module What one viewer wants of a track, and what it gets. */
import type { Emitter, Logger } from '@longwire/protocol';
import { createEmitter } from '../../events/create-emitter.ts';
import type { PictureSize } from '../picture-size.ts';
import type { Demand, LevelDecision } from './choose-level.ts';

/** A level as reported to viewers. */
export interface ReportedLevel {
  readonly size?: PictureSize | undefined;
  readonly bitsPerSecond: number;
}

/** What a viewer gets of a source with several levels. */
export interface QualityReport extends Pick<LevelDecision, 'isKeyframesOnly' | 'reason'> {
  /** The levels in the viewer's codec, best first. */
  readonly levels: readonly ReportedLevel[];
  /** The index of the level in {@link levels}. */
  readonly level: number;
}

/** The demand of one viewer, which its subscription follows, and the result. */
export class QualityControl {
  readonly #events: Emitter<{ change: [] }>;
  #demand: Demand = { choice: 'auto' };
  #read: (() => QualityReport) | undefined;

  constructor(logger: Logger) {
    this.#events = createEmitter(logger);
  }

  get demand(): Demand {
    return this.#demand;
  }

  set demand(demand: Demand) {
    this.#demand = demand;
    this.#events.emit('change');
  }

  /** Undefined unless the track is being sent from a source with several levels. */
  get report(): QualityReport | undefined {
    return this.#read?.();
  }

  /** Called by the source that follows the demand. Returns a function that ends this. */
  attach(read: () => QualityReport): () => void {
    this.#read = read;
    return () => {
      if (this.#read === read) this.#read = undefined;
    };
  }

  /** Emitted when the demand is set. Returns a function that removes the listener. */
  on(event: 'change', listener: () => void): () => void {
    return this.#events.on(event, listener);
  }
}
