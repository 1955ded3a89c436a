/** @module One viewer of a layered source: decides again when its network, its demand or a level changes. */
import type { Clock } from '@longwire/protocol';
import type { MediaCodec, RefreshOptions, Subscription, Viewer } from '../media-source.ts';
import { chooseLevel, type LevelDecision } from './choose-level.ts';
import { NO_SUBSCRIPTION, type Level } from './level.ts';
import { LevelSwitch } from './level-switch.ts';
import { LineShare } from './line-share.ts';
import type { QualityReport } from './quality-control.ts';
import type { ViewerLine } from './viewer-line.ts';

/** Options of {@link LayeredViewer}. */
export interface LayeredViewerOptions {
  /** Best first. */
  readonly levels: readonly Level[];
  readonly viewer: Viewer;
  readonly codec: MediaCodec;
  /** Undefined for a viewer whose network is unknown: it gets the best level that works. */
  readonly line: ViewerLine | undefined;
  readonly clock: Clock;
}

/** How often a decision is made at least, in milliseconds. Reason: climbing and silence are a matter of seconds. */
const DECISION_INTERVAL_MS = 1_000;

/** Follows one viewer until it is closed. */
export class LayeredViewer implements Subscription {
  readonly #options: LayeredViewerOptions;
  readonly #switch: LevelSwitch;
  readonly #share: LineShare | undefined;
  readonly #unsubscribers: readonly (() => void)[];
  #decision: LevelDecision | undefined;
  #cancelTimer: () => void = () => undefined;
  #isOpen = true;

  constructor(options: LayeredViewerOptions) {
    this.#options = options;
    const { levels, viewer, codec, line, clock } = options;
    this.#switch = new LevelSwitch({
      viewer,
      clock,
      subscribe: (level, next) => levels[level]?.subscribe(next, codec) ?? NO_SUBSCRIPTION,
    });
    this.#share = line === undefined ? undefined : LineShare.of(line.bandwidth);
    this.#unsubscribers =
      line === undefined
        ? []
        : [
            line.bandwidth.on('change', () => this.decide()),
            line.quality.on('change', () => this.decide()),
            line.quality.attach(() => this.#report()),
          ];
    this.#tick();
  }

  /** The level that the viewer gets; undefined before the first frame. */
  get level(): number | undefined {
    return this.#switch.level;
  }

  refresh(options?: RefreshOptions): void {
    this.#switch.refresh(options);
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#cancelTimer();
    for (const unsubscribe of this.#unsubscribers) unsubscribe();
    this.#switch.close();
    this.#share?.leave(this);
  }

  /** Decides with the current facts. */
  decide(): void {
    if (!this.#isOpen) return;
    const { levels, codec, line, clock } = this.#options;
    const facts = levels.map((level) => level.factsFor(codec));
    const decision = chooseLevel(this.#decision, {
      levels: facts,
      demand: line?.quality.demand ?? { choice: 'auto' },
      room: this.#share?.roomFor(this) ?? Number.POSITIVE_INFINITY,
      estimateReason: line?.bandwidth.current.reason ?? 'ceiling',
      nowMs: clock.monotonic(),
    });
    this.#decision = decision;
    const { level, isKeyframesOnly, wantedBitsPerSecond } = decision;
    this.#share?.want(this, { bitsPerSecond: wantedBitsPerSecond, isKeyframesOnly });
    line?.want(wantedBitsPerSecond);
    this.#switch.use(level, { isKeyframesOnly });
  }

  #report(): QualityReport {
    const { levels, codec } = this.#options;
    const facts = levels.map((level) => level.factsFor(codec));
    const present = facts.flatMap(({ state }, index) => (state === 'absent' ? [] : [index]));
    const { level = 0, isKeyframesOnly = false, reason = 'best' } = this.#decision ?? {};
    return {
      levels: present
        .flatMap((index) => facts[index] ?? [])
        .map(({ size, bitsPerSecond }) => ({ size, bitsPerSecond })),
      level: present.indexOf(this.#switch.level ?? level),
      isKeyframesOnly,
      reason,
    };
  }

  #tick(): void {
    this.decide();
    if (this.#isOpen)
      this.#cancelTimer = this.#options.clock.schedule(DECISION_INTERVAL_MS, () => this.#tick());
  }
}
