/** @module Chooses which level of a layered source one viewer gets. Quick to a lower one, slow to a higher one. */
import type { EstimateReason } from '../bandwidth/bandwidth-estimate.ts';
import type { PictureSize } from '../picture-size.ts';

/** What a viewer asks for: the device chooses, the best level, or the smallest one. */
export const QUALITY_CHOICES = ['auto', 'high', 'low'] as const;

/** One of {@link QUALITY_CHOICES}. */
export type QualityChoice = (typeof QUALITY_CHOICES)[number];

/** What one viewer wants of a track. */
export interface Demand {
  readonly choice: QualityChoice;
  /** The size at which the picture is shown, in pixels of the screen. */
  readonly shown?: PictureSize | undefined;
}

/** One level of a source. */
export interface LevelFacts {
  readonly size?: PictureSize | undefined;
  /** Measured, or assumed until it has run. */
  readonly bitsPerSecond: number;
  readonly isAssumed?: boolean | undefined;
  /** `absent`: it does not have the viewer's codec. */
  readonly state: 'working' | 'failing' | 'absent';
  /** Whether the device encodes it: it is not used only because the picture is shown small. */
  readonly isCostly?: boolean | undefined;
}

/**
 * Why a viewer gets this level: it is the best one; the viewer asked for it; it is large enough for the shown size; the network
 * carries no more; the viewer reports nothing; the better inputs do not work.
 */
export type LevelReason = 'best' | 'choice' | 'size' | 'line' | 'no-reports' | 'input';

/** The input of one decision. */
export interface Situation {
  /** Best first; at least one. */
  readonly levels: readonly LevelFacts[];
  readonly demand: Demand;
  /** The part of the network's capacity that is left for this track, in bit/s. */
  readonly room: number;
  readonly estimateReason: EstimateReason;
  readonly nowMs: number;
}

/** A decision, and what the next one has to remember. */
export interface LevelDecision {
  /** Index of the level. */
  readonly level: number;
  /** The network does not even carry this level: only its keyframes are sent. */
  readonly isKeyframesOnly: boolean;
  readonly reason: LevelReason;
  /** The rate of the next better step, in bit/s; the current rate if there is none. */
  readonly wantedBitsPerSecond: number;
  /** The levels that were allowed; other ones are a new situation, decided without delay. */
  readonly allowed: string;
  /** Since when a better step has fitted. */
  readonly fitsSinceMs: number | undefined;
  /** How long a better step must fit. */
  readonly climbDelayMs: number;
  readonly climbedMs: number | undefined;
  /** Since when the viewer has reported nothing. */
  readonly silentSinceMs: number | undefined;
}

/** How much larger than its level a picture may be shown. Reason: it is hardly visible, and a better level costs several times the bits. */
const MAX_ENLARGEMENT = 1.25;

/** How long a viewer may report nothing, in milliseconds, until it gets the smallest level. Reason: browsers report every second. */
export const MAX_SILENCE_MS = 5_000;

/** The room that a better step needs, relative to its measured rate. Reason: a rate is an average, and keyframes exceed it. An assumed one is mostly too high, and is measured only by trying it. */
const CLIMB_ROOM = 1.2;

/** The delay before the first climb, in milliseconds. Reason: at the start the estimate is still growing. */
const FIRST_CLIMB_DELAY_MS = 1_000;

/** The delay before a climb after a fall, in milliseconds; doubled when a climb fails. */
export const CLIMB_DELAY_MS = 2_000;

/** The longest delay before a climb, in milliseconds. */
const MAX_CLIMB_DELAY_MS = 60_000;

/** A fall within this time after a climb means that the climb has failed, in milliseconds. */
const CLIMB_TRIAL_MS = 20_000;

/** A level, or only its keyframes. */
interface Step {
  readonly level: number;
  readonly isKeyframesOnly: boolean;
  readonly bitsPerSecond: number;
  readonly isAssumed: boolean;
}

/** Decides again; `before` is the previous decision for this viewer. */
export function chooseLevel(before: LevelDecision | undefined, situation: Situation): LevelDecision {
  const { estimateReason, nowMs, room, demand } = situation;
  const silentSinceMs = estimateReason === 'no-feedback' ? (before?.silentSinceMs ?? nowMs) : undefined;
  const isSilent =
    silentSinceMs !== undefined && nowMs - silentSinceMs >= MAX_SILENCE_MS && demand.choice === 'auto';
  const levels = allowedLevels(situation, isSilent);
  const steps = stepsOf(situation, levels);
  const allowed = levels.join(' ');
  // A person who asks for the best level gets it until the network proves to be too slow.
  const isOptimistic =
    demand.choice === 'high' && (estimateReason === 'probing' || estimateReason === 'no-feedback');
  const start = isOptimistic ? 0 : firstFitting(steps, room, 1);
  const memory = {
    allowed,
    silentSinceMs,
    fitsSinceMs: undefined,
    climbDelayMs: before?.climbDelayMs ?? FIRST_CLIMB_DELAY_MS,
    climbedMs: before?.climbedMs,
  };
  const current = steps.findIndex(
    ({ level, isKeyframesOnly }) => level === before?.level && isKeyframesOnly === before.isKeyframesOnly,
  );
  if (before?.allowed !== allowed || current === -1)
    return decision(situation, { steps, isSilent, at: start, memory });
  if ((steps[current]?.bitsPerSecond ?? 0) > room && !isOptimistic) {
    const hasFailed = before.climbedMs !== undefined && nowMs - before.climbedMs < CLIMB_TRIAL_MS;
    const climbDelayMs = hasFailed
      ? Math.min(Math.max(CLIMB_DELAY_MS, before.climbDelayMs) * 2, MAX_CLIMB_DELAY_MS)
      : CLIMB_DELAY_MS;
    const at = Math.max(current, firstFitting(steps, room, 1));
    return decision(situation, {
      steps,
      isSilent,
      at,
      memory: { ...memory, climbDelayMs, climbedMs: undefined },
    });
  }
  const better = firstFitting(steps, room, CLIMB_ROOM);
  if (better >= current) return decision(situation, { steps, isSilent, at: current, memory });
  const fitsSinceMs = before.fitsSinceMs ?? nowMs;
  if (nowMs - fitsSinceMs < before.climbDelayMs)
    return decision(situation, { steps, isSilent, at: current, memory: { ...memory, fitsSinceMs } });
  return decision(situation, { steps, isSilent, at: better, memory: { ...memory, climbedMs: nowMs } });
}

/** The levels that the viewer may get, best first. */
function allowedLevels({ levels, demand }: Situation, isSilent: boolean): readonly number[] {
  const present = levels.flatMap(({ state }, level) => (state === 'absent' ? [] : [level]));
  const working = present.filter((level) => levels[level]?.state === 'working');
  // A source that fails tries again by itself, as long as it has viewers.
  const possible = working.length === 0 ? present : working;
  if (isSilent || demand.choice === 'low') return possible.slice(-1);
  if (demand.choice === 'high') return possible.slice(0, 1);
  const { shown } = demand;
  const enough =
    shown === undefined
      ? -1
      : possible.findLastIndex(
          (level) => levels[level]?.isCostly !== true && covers(levels[level]?.size, shown),
        );
  return possible.slice(Math.max(enough, 0));
}

function covers(size: PictureSize | undefined, shown: PictureSize): boolean {
  if (size === undefined) return false;
  // The picture is shown as a whole: the tighter side counts.
  return Math.min(shown.width / size.width, shown.height / size.height) <= MAX_ENLARGEMENT;
}

function stepsOf({ levels }: Situation, allowed: readonly number[]): readonly Step[] {
  const full = allowed.map((level): Step => ({
    level,
    isKeyframesOnly: false,
    bitsPerSecond: levels[level]?.bitsPerSecond ?? 0,
    isAssumed: levels[level]?.isAssumed === true,
  }));
  const lowest = allowed.at(-1) ?? 0;
  return [...full, { level: lowest, isKeyframesOnly: true, bitsPerSecond: 0, isAssumed: false }];
}

/** The best step that fits; keyframes alone always do. */
function firstFitting(steps: readonly Step[], room: number, factor: number): number {
  return steps.findIndex(({ bitsPerSecond, isAssumed }) => bitsPerSecond * (isAssumed ? 1 : factor) <= room);
}

interface Found {
  readonly steps: readonly Step[];
  readonly isSilent: boolean;
  readonly at: number;
  readonly memory: Omit<LevelDecision, 'level' | 'isKeyframesOnly' | 'reason' | 'wantedBitsPerSecond'>;
}

function decision(situation: Situation, { steps, isSilent, at, memory }: Found): LevelDecision {
  const { level = 0, isKeyframesOnly = false, bitsPerSecond = 0 } = steps[at] ?? {};
  return {
    ...memory,
    level,
    isKeyframesOnly,
    reason: reasonOf(situation, { level, isLimited: at > 0, isSilent }),
    wantedBitsPerSecond: steps[at - 1]?.bitsPerSecond ?? bitsPerSecond,
  };
}

function reasonOf(
  { levels, demand }: Situation,
  {
    level,
    isLimited,
    isSilent,
  }: { readonly level: number; readonly isLimited: boolean; readonly isSilent: boolean },
): LevelReason {
  if (isLimited) return 'line';
  if (level === 0) return 'best';
  if (!levels.slice(0, level).some(({ state }) => state === 'working')) return 'input';
  if (isSilent) return 'no-reports';
  return demand.choice === 'low' ? 'choice' : 'size';
}
