/** @module Switches one viewer between levels: at a keyframe, with increasing times. */
import type { Clock } from '@longwire/protocol';
import type { MediaFrame, RefreshOptions, Subscription, Viewer } from '../media-source.ts';

/** Options of {@link LevelSwitch}. */
export interface LevelSwitchOptions {
  readonly viewer: Viewer;
  readonly clock: Clock;
  /** Subscribes to a level; like any source, a running level sends its frames since the last keyframe synchronously. */
  readonly subscribe: (level: number, viewer: Viewer) => Subscription;
}

/** How long a switch waits for a keyframe, in milliseconds. Reason: an input starts in a few seconds, and some cameras send a keyframe every ten. */
export const SWITCH_LIMIT_MS = 20_000;

/** The smallest step between two frames, in milliseconds. */
const MIN_STEP_MS = 0.1;

interface Attached {
  readonly level: number;
  subscription: Subscription | undefined;
  isClosed: boolean;
  cancelLimit: () => void;
}

/** The levels of one viewer: the one it gets, and the next one until its keyframe arrives. */
export class LevelSwitch {
  readonly #options: LevelSwitchOptions;
  #current: Attached | undefined;
  #next: Attached | undefined;
  #lastMs = Number.NEGATIVE_INFINITY;
  #isKeyframesOnly = false;
  /** Whether frames were left out, so that those before the next keyframe cannot be decoded. */
  #isWaitingForKeyframe = false;
  /** Whether the next frame is the first of a smaller level. */
  #isRestart = false;

  constructor(options: LevelSwitchOptions) {
    this.#options = options;
  }

  /** The level that the viewer gets; undefined before the first frame. */
  get level(): number | undefined {
    return this.#current?.level;
  }

  /** Changes the level at the next keyframe of the other one, and whether only keyframes are sent. */
  use(level: number, { isKeyframesOnly }: { readonly isKeyframesOnly: boolean }): void {
    this.#isKeyframesOnly = isKeyframesOnly;
    if (level === (this.#next ?? this.#current)?.level) return;
    this.#detach(this.#next);
    this.#next = undefined;
    if (level !== this.#current?.level) this.#attach(level);
  }

  /** Sends the picture again. */
  refresh(options?: RefreshOptions): void {
    this.#current?.subscription?.refresh(options);
  }

  /** Ends all subscriptions. Idempotent. */
  close(): void {
    this.#detach(this.#next);
    this.#detach(this.#current);
    this.#next = undefined;
    this.#current = undefined;
  }

  #attach(level: number): void {
    const { subscribe, clock } = this.#options;
    // The stored frames of a better level would arrive all at once, on a network that may just carry it.
    const takesReplay = this.#current === undefined || level > this.#current.level;
    const next: Attached = { level, subscription: undefined, isClosed: false, cancelLimit: () => undefined };
    this.#next = next;
    let isReplay = true;
    const subscription = subscribe(level, (frame) => {
      if (this.#next === next && frame.isKeyframe && (takesReplay || !isReplay)) this.#commit(next);
      if (this.#current === next) this.#deliver(frame);
    });
    isReplay = false;
    if (next.isClosed) subscription.close();
    else next.subscription = subscription;
    // The first level has nothing to fall back to.
    if (this.#next === next && this.#current !== undefined)
      next.cancelLimit = clock.schedule(SWITCH_LIMIT_MS, () => this.#abandon(next));
  }

  #commit(next: Attached): void {
    next.cancelLimit();
    const before = this.#current;
    // What still waits of the larger level would keep the viewer from the picture that its network carries.
    this.#isRestart = before !== undefined && next.level > before.level;
    this.#current = next;
    this.#next = undefined;
    this.#detach(before);
  }

  #abandon(next: Attached): void {
    if (this.#next === next) this.#next = undefined;
    this.#detach(next);
  }

  #detach(attached: Attached | undefined): void {
    if (attached === undefined) return;
    attached.isClosed = true;
    attached.cancelLimit();
    attached.subscription?.close();
  }

  #deliver(frame: MediaFrame): void {
    if (!frame.isKeyframe && (this.#isKeyframesOnly || this.#isWaitingForKeyframe)) {
      this.#isWaitingForKeyframe = true;
      return;
    }
    this.#isWaitingForKeyframe = false;
    this.#lastMs = Math.max(frame.timeMs, this.#lastMs + MIN_STEP_MS);
    const isRestart = this.#isRestart;
    this.#isRestart = false;
    this.#options.viewer({ ...frame, timeMs: this.#lastMs, isRestart });
  }
}
