/** @module The level of one viewer: by its choice, the shown size, and the network; quick down, slow up. */
import { describe, expect, test } from 'vitest';
import {
  chooseLevel,
  CLIMB_DELAY_MS,
  MAX_SILENCE_MS,
  type Demand,
  type LevelDecision,
  type LevelFacts,
  type Situation,
} from './choose-level.ts';

const MAIN: LevelFacts = { size: { width: 1920, height: 1080 }, bitsPerSecond: 4_000_000, state: 'working' };
const SUB: LevelFacts = { size: { width: 640, height: 360 }, bitsPerSecond: 400_000, state: 'working' };
const AUTO: Demand = { choice: 'auto' };

const situation = (changes: Partial<Situation> = {}): Situation => ({
  levels: [MAIN, SUB],
  demand: AUTO,
  room: 100_000_000,
  estimateReason: 'probing',
  nowMs: 0,
  ...changes,
});

/** Decides for each situation in turn. */
function run(...situations: readonly Partial<Situation>[]): LevelDecision[] {
  const decisions: LevelDecision[] = [];
  for (const changes of situations) decisions.push(chooseLevel(decisions.at(-1), situation(changes)));
  return decisions;
}

const levelsAt = (...situations: readonly Partial<Situation>[]): number[] =>
  run(...situations).map(({ level }) => level);

const shown = (width: number, height: number): Demand => ({ choice: 'auto', shown: { width, height } });

describe('at the start', () => {
  test.each<[string, Partial<Situation>, Partial<LevelDecision>]>([
    ['a fast network gets the best level', {}, { level: 0, reason: 'best', isKeyframesOnly: false }],
    ['a slow network gets the level that fits', { room: 1_000_000 }, { level: 1, reason: 'line' }],
    [
      'a network below all levels gets keyframes of the smallest',
      { room: 300_000 },
      { level: 1, isKeyframesOnly: true, reason: 'line' },
    ],
    ['the choice low gets the smallest level', { demand: { choice: 'low' } }, { level: 1, reason: 'choice' }],
    [
      'the choice high gets the best level at any shown size',
      { demand: { choice: 'high', shown: { width: 10, height: 10 } } },
      { level: 0, reason: 'best' },
    ],
    [
      'the choice high gets keyframes of the best level where the network is proven to be too slow',
      { demand: { choice: 'high' }, room: 1_000_000, estimateReason: 'delay' },
      { level: 0, isKeyframesOnly: true, reason: 'line' },
    ],
    [
      'the choice high gets the best level until the network is proven to be too slow',
      { demand: { choice: 'high' }, room: 1_000_000 },
      { level: 0, isKeyframesOnly: false },
    ],
    ['a small picture gets the small level', { demand: shown(320, 180) }, { level: 1, reason: 'size' }],
    [
      'a picture shown at the level’s size gets this level',
      { demand: shown(640, 360) },
      { level: 1, reason: 'size' },
    ],
    [
      'a picture shown a quarter larger than a level gets this level',
      { demand: shown(800, 450) },
      { level: 1, reason: 'size' },
    ],
    [
      'a larger picture gets the next better level',
      { demand: shown(801, 451) },
      { level: 0, reason: 'best' },
    ],
    [
      'a wide box counts by its height, because the whole picture is shown in it',
      { demand: shown(1920, 360) },
      { level: 1, reason: 'size' },
    ],
    ['a hidden picture gets the smallest level', { demand: shown(0, 0) }, { level: 1, reason: 'size' }],
    [
      'levels of unknown size are not chosen by size',
      {
        levels: [
          { ...MAIN, size: undefined },
          { ...SUB, size: undefined },
        ],
        demand: shown(10, 10),
      },
      { level: 0, reason: 'best' },
    ],
    [
      'a failing input is skipped',
      { levels: [{ ...MAIN, state: 'failing' }, SUB] },
      { level: 1, reason: 'input' },
    ],
    [
      'the choice high gets the best input that works',
      { levels: [{ ...MAIN, state: 'failing' }, SUB], demand: { choice: 'high' } },
      { level: 1, reason: 'input' },
    ],
    [
      'without a working input it waits for the best that has its codec',
      {
        levels: [
          { ...MAIN, state: 'absent' },
          { ...MAIN, state: 'failing' },
          { ...SUB, state: 'failing' },
        ],
      },
      { level: 1 },
    ],
    [
      'an input without the viewer’s codec is skipped',
      { levels: [MAIN, { ...SUB, state: 'absent' }], demand: { choice: 'low' } },
      { level: 0, reason: 'best' },
    ],
  ])('%s', (_, changes, expected) => {
    expect(run(changes)[0]).toMatchObject(expected);
  });
});

test('a level that the device encodes is for slow networks and for the choice low, not for pictures that are shown small', () => {
  const levels = [MAIN, { ...SUB, isCostly: true }];
  expect(
    levelsAt(
      { levels, demand: shown(320, 180) },
      { levels, demand: shown(320, 180), room: 1_000_000, estimateReason: 'delay' },
    ),
  ).toEqual([0, 1]);
  expect(levelsAt({ levels, demand: { choice: 'low' } })).toEqual([1]);
});

test('falls at once when the level no longer fits, past levels that do not fit either', () => {
  const levels = [MAIN, { ...SUB, bitsPerSecond: 1_500_000 }, SUB];
  const [first, second, third] = run(
    { levels },
    { levels, room: 1_000_000, nowMs: 10 },
    { levels, room: 100_000, nowMs: 20 },
  );
  expect([first?.level, second?.level, third?.level]).toEqual([0, 2, 2]);
  expect([second?.isKeyframesOnly, third?.isKeyframesOnly]).toEqual([false, true]);
});

test('keeps a level that just fits, though it would not climb to it', () => {
  const room = 4_000_000;
  expect(run({}, { room, nowMs: 1_000 }).at(-1)).toMatchObject({ level: 0, reason: 'best' });
  expect(run({ room: 1_000_000 }, { room, nowMs: 1_000 }, { room, nowMs: 60_000 }).at(-1)?.level).toBe(1);
});

test('tries a level whose rate is only assumed as soon as that fits', () => {
  const room = 4_000_000;
  const levels = [{ ...MAIN, isAssumed: true }, SUB];
  expect(
    levelsAt({ levels, room: 1_000_000 }, { levels, room, nowMs: 10_000 }, { levels, room, nowMs: 20_000 }),
  ).toEqual([1, 1, 0]);
});

describe('climbs', () => {
  const slow = { room: 1_000_000, estimateReason: 'delay' } as const;
  test('after a second at the start', () => {
    expect(levelsAt({ room: 1_000_000 }, { nowMs: 100 }, { nowMs: 1_099 }, { nowMs: 1_100 })).toEqual([
      1, 1, 1, 0,
    ]);
  });

  test('after two seconds that all fit, once it has fallen', () => {
    expect(
      levelsAt(
        {},
        { ...slow, nowMs: 10 },
        { nowMs: 20 },
        { nowMs: 19 + CLIMB_DELAY_MS },
        { nowMs: 20 + CLIMB_DELAY_MS },
      ),
    ).toEqual([0, 1, 1, 1, 0]);
    expect(
      levelsAt(
        {},
        { ...slow, nowMs: 10 },
        { nowMs: 20 },
        { ...slow, nowMs: 3_000 },
        { nowMs: 4_000 },
        { nowMs: 20 + CLIMB_DELAY_MS },
      ),
    ).toEqual([0, 1, 1, 1, 1, 1]);
  });

  test('waits twice as long after each climb that has failed, and two seconds again after one that has lasted', () => {
    const decisions: LevelDecision[] = [];
    let nowMs = 0;
    const decide = (afterMs: number, changes: Partial<Situation> = {}): number => {
      nowMs += afterMs;
      decisions.push(chooseLevel(decisions.at(-1), situation({ ...changes, nowMs })));
      return decisions.at(-1)?.level ?? -1;
    };
    /** Falls now; returns how long it takes to climb, in seconds. */
    const climbSeconds = (): number => {
      expect(decide(1_000, slow)).toBe(1);
      decide(0);
      for (let seconds = 1; seconds <= 100; seconds += 1) if (decide(1_000) === 0) return seconds;
      return 0;
    };
    expect(decide(0)).toBe(0);
    expect([
      climbSeconds(),
      climbSeconds(),
      climbSeconds(),
      climbSeconds(),
      climbSeconds(),
      climbSeconds(),
    ]).toEqual([2, 4, 8, 16, 32, 60]);
    decide(20_000);
    expect(climbSeconds()).toBe(2);
  });

  test('from keyframes to the whole level', () => {
    const last = run({ room: 100_000 }, { room: 500_000, nowMs: 100 }, { room: 500_000, nowMs: 1_100 }).at(
      -1,
    );
    expect(last).toMatchObject({ level: 1, isKeyframesOnly: false, reason: 'line' });
  });
});

describe('a change of the demand takes effect at once', () => {
  test.each<[string, Partial<Situation>, Partial<Situation>, number]>([
    [
      'a larger picture where the network carries it',
      { demand: shown(320, 180) },
      { demand: shown(1920, 1080) },
      0,
    ],
    [
      'not a larger picture where it does not',
      { demand: shown(320, 180), room: 500_000 },
      { demand: shown(1920, 1080), room: 500_000 },
      1,
    ],
    ['a smaller picture', {}, { demand: shown(320, 180) }, 1],
    ['the choice high', { demand: { choice: 'low' } }, { demand: { choice: 'high' } }, 0],
    ['the choice low', {}, { demand: { choice: 'low' } }, 1],
    ['an input that works again', { levels: [{ ...MAIN, state: 'failing' }, SUB] }, {}, 0],
  ])('%s', (_, first, second, level) => {
    expect(run(first, { ...second, nowMs: 1 }).at(-1)?.level).toBe(level);
  });
});

describe('a viewer that reports nothing', () => {
  const estimateReason = 'no-feedback';

  test('gets the smallest level after five seconds, and the best again after its first report', () => {
    const decisions = run(
      { estimateReason },
      { estimateReason, nowMs: MAX_SILENCE_MS - 1 },
      { estimateReason, nowMs: MAX_SILENCE_MS },
      { nowMs: MAX_SILENCE_MS + 100 },
    );
    expect(decisions.map(({ level, reason }) => [level, reason])).toEqual([
      [0, 'best'],
      [0, 'best'],
      [1, 'no-reports'],
      [0, 'best'],
    ]);
  });

  test('keeps the best level if it was asked for', () => {
    const demand: Demand = { choice: 'high' };
    expect(
      run({ estimateReason, demand }, { estimateReason, demand, nowMs: MAX_SILENCE_MS }).at(-1),
    ).toMatchObject({ level: 0, reason: 'best' });
  });
});

test.each<[string, Partial<Situation>, number]>([
  ['the next better level', { room: 1_000_000 }, 4_000_000],
  ['the level itself while only its keyframes are sent', { room: 100_000 }, 400_000],
  ['its own rate at the best level', {}, 4_000_000],
  ['its own rate at the level that the viewer asked for', { demand: { choice: 'low' } }, 400_000],
])('wants the rate of %s', (_, changes, rate) => {
  expect(run(changes)[0]?.wantedBitsPerSecond).toBe(rate);
});
