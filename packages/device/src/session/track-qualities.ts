/** @module What one client wants of each track, and what it gets. */
import type { Logger } from '@longwire/protocol';
import { QualityControl } from '../media/ladder/quality-control.ts';

/** The quality controls of a session, by track id; they outlive the lines of their tracks. */
export class TrackQualities {
  readonly #logger: Logger;
  readonly #controls = new Map<string, QualityControl>();

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** The tracks with a control. */
  get all(): ReadonlyMap<string, QualityControl> {
    return this.#controls;
  }

  /** The control of a track of the device, whose ids are limited. */
  of(trackId: string): QualityControl {
    const existing = this.#controls.get(trackId);
    if (existing !== undefined) return existing;
    const control = new QualityControl(this.#logger);
    this.#controls.set(trackId, control);
    return control;
  }
}
