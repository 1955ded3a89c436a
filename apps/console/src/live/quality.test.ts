/** @module How well a picture arrives: each rule begins, stays through a wavering, and ends. */

import { describe, expect, test } from 'vitest';
import { QualityWatch, USUAL_REPORTS, type Quality, type QualitySample } from './quality.ts';

interface Second {
  readonly frames: number;
  readonly packets?: number;
  readonly packetsLost?: number;
  readonly freezes?: number;
  readonly frozenMs?: number;
  readonly takesMs?: number;
  readonly size?: readonly [width: number, height: number];
}

/** A picture of which is told what came in each second. */
class Picture {
  readonly #watch = new QualityWatch();
  #counted = { timestampMs: 0, frames: 0, packets: 0, packetsLost: 0, freezes: 0, frozenMs: 0 };

  readonly #isFreezeCounted: boolean;

  constructor(isFreezeCounted = true) {
    this.#isFreezeCounted = isFreezeCounted;
  }

  /** The same for so many seconds; what was said after each. */
  run(seconds: number, second: Second): Quality[] {
    return Array.from({ length: seconds }, () => this.#next(second));
  }

  #next({
    frames,
    packets = 100,
    packetsLost = 0,
    freezes = 0,
    frozenMs = 0,
    takesMs = 1000,
    size: [width, height] = [1280, 720],
  }: Second): Quality {
    const before = this.#counted;
    this.#counted = {
      timestampMs: before.timestampMs + takesMs,
      frames: before.frames + frames,
      packets: before.packets + packets,
      packetsLost: before.packetsLost + packetsLost,
      freezes: before.freezes + freezes,
      frozenMs: before.frozenMs + frozenMs,
    };
    const { freezes: _freezes, frozenMs: _frozenMs, ...others }: QualitySample = this.#counted;
    return this.#watch.add({ ...(this.#isFreezeCounted ? this.#counted : others), width, height });
  }

  /** The counters begin anew, as for another connection. */
  begin(): void {
    this.#counted = { ...this.#counted, frames: 0, packets: 0, packetsLost: 0, freezes: 0, frozenMs: 0 };
  }
}

/** Each thing that was said, once for as long as it was. */
const turns = (said: readonly Quality[]): Quality[] =>
  said.filter((quality, index) => quality !== said[index - 1]);

const SMOOTH = { frames: 25 };
const NOTHING = { frames: 0, packets: 0 };

function smooth(isFreezeCounted = true): Picture {
  const picture = new Picture(isFreezeCounted);
  expect(turns(picture.run(10, SMOOTH))).toEqual(['good']);
  return picture;
}

describe('a picture that stands still', () => {
  test.each([true, false])(
    'is said to after some seconds, for as long as it does (freezes counted: %s)',
    (isCounted) => {
      const picture = smooth(isCounted);
      expect(picture.run(4, NOTHING)).toEqual(['good', 'good', 'still', 'still']);
      expect(turns(picture.run(USUAL_REPORTS * 2, NOTHING))).toEqual(['still']);
      expect(picture.run(8, SMOOTH)).toEqual(['still', ...Array.from({ length: 7 }, () => 'good')]);
    },
  );

  test('is not one that has not begun, or whose counters begin anew', () => {
    expect(turns(new Picture().run(30, NOTHING))).toEqual(['good']);
    const picture = smooth();
    picture.run(5, NOTHING);
    picture.begin();
    expect(turns(picture.run(4, NOTHING))).toEqual(['good']);
  });

  test('is not one that the page slept through', () => {
    const picture = smooth();
    expect(picture.run(1, { ...NOTHING, takesMs: 60_000 })).toEqual(['good']);
    expect(turns(picture.run(10, SMOOTH))).toEqual(['good']);
  });

  test('is not one that is sent once in some seconds', () => {
    const picture = new Picture();
    for (let turn = 0; turn < 10; turn += 1) {
      expect(turns([...picture.run(1, { frames: 1 }), ...picture.run(3, NOTHING)])).toEqual(['good']);
    }
  });
});

describe('a picture that stops again and again', () => {
  const stop = { frames: 12, freezes: 1, frozenMs: 600 };

  test('is said to, through a second without, until it has run for a while', () => {
    const picture = smooth();
    expect(picture.run(2, stop)).toEqual(['good', 'halting']);
    expect(turns([...picture.run(4, SMOOTH), ...picture.run(1, stop), ...picture.run(4, SMOOTH)])).toEqual([
      'halting',
    ]);
    expect(turns(picture.run(8, SMOOTH))).toEqual(['halting', 'good']);
  });

  test('is not one that stopped once, or hardly', () => {
    expect(turns([...smooth().run(1, { ...stop, frozenMs: 1900 })])).toEqual(['good']);
    expect(turns(smooth().run(5, { frames: 20, freezes: 1, frozenMs: 150 }))).toEqual(['good']);
  });
});

describe('few pictures', () => {
  test('are said to be, through a wavering, until they are enough again', () => {
    const picture = smooth();
    expect(turns(picture.run(4, { frames: 4 }))).toEqual(['good']);
    expect(turns(picture.run(4, { frames: 4 }))).toEqual(['few']);
    expect(turns(picture.run(8, { frames: 9 }))).toEqual(['few']);
    expect(turns(picture.run(2, SMOOTH))).toEqual(['few']);
    expect(turns(picture.run(4, SMOOTH))).toEqual(['few', 'good']);
  });

  test('are not those of a camera that sends no more', () => {
    expect(turns(new Picture().run(30, { frames: 5 }))).toEqual(['good']);
  });

  test('become usual in a while: a camera may choose to send fewer', () => {
    const picture = smooth();
    expect(turns(picture.run(USUAL_REPORTS * 2, { frames: 5 }))).toEqual(['good', 'few', 'good']);
  });
});

describe('loss', () => {
  test('is said, through less of it, until there is hardly any', () => {
    const picture = smooth();
    expect(turns(picture.run(5, { ...SMOOTH, packetsLost: 12 }))).toEqual(['good', 'lossy']);
    expect(turns(picture.run(10, { ...SMOOTH, packetsLost: 5 }))).toEqual(['lossy']);
    expect(turns(picture.run(12, { ...SMOOTH, packetsLost: 1 }))).toEqual(['lossy', 'good']);
    expect(turns(picture.run(10, { ...SMOOTH, packetsLost: 5 }))).toEqual(['good']);
  });

  test('of few packets is none that is told', () => {
    expect(turns(new Picture().run(20, { ...SMOOTH, packets: 3, packetsLost: 1 }))).toEqual(['good']);
  });

  test('gives way to what is worse, and comes again after it', () => {
    const picture = smooth();
    const lossy = { ...SMOOTH, packetsLost: 30 };
    picture.run(5, lossy);
    expect(turns(picture.run(5, NOTHING))).toEqual(['lossy', 'still']);
    expect(turns(picture.run(5, lossy))).toEqual(['still', 'lossy']);
  });
});

describe('a size', () => {
  const half = { ...SMOOTH, size: [640, 360] } as const;

  test('that falls to half is said once it lasts, through a wavering, until it is large again', () => {
    const picture = smooth();
    expect(turns(picture.run(5, half))).toEqual(['good']);
    expect(turns(picture.run(4, half))).toEqual(['coarse']);
    expect(turns(picture.run(8, { ...SMOOTH, size: [854, 480] }))).toEqual(['coarse']);
    expect(turns(picture.run(2, SMOOTH))).toEqual(['coarse']);
    expect(turns(picture.run(8, SMOOTH))).toEqual(['coarse', 'good']);
  });

  test('that falls for a moment, or a little, or is turned on its side, is none that is told', () => {
    const picture = smooth();
    expect(turns([...picture.run(4, half), ...picture.run(6, SMOOTH)])).toEqual(['good']);
    expect(turns(picture.run(20, { ...SMOOTH, size: [960, 540] }))).toEqual(['good']);
    expect(turns(picture.run(20, { ...SMOOTH, size: [720, 1280] }))).toEqual(['good']);
  });

  test('that was never larger is that of the camera, and one that is set to it becomes so in a while', () => {
    expect(turns(new Picture().run(30, half))).toEqual(['good']);
    expect(turns(smooth().run(USUAL_REPORTS * 2, half))).toEqual(['good', 'coarse', 'good']);
  });

  test('that is not known is none that is told', () => {
    const unknown = { ...SMOOTH, size: [0, 0] } as const;
    expect(turns(new Picture().run(20, unknown))).toEqual(['good']);
    expect(turns(smooth().run(20, unknown))).toEqual(['good']);
  });

  test('gives way to what is lost on the way, and is said after it', () => {
    const picture = smooth();
    expect(turns(picture.run(15, { ...half, packetsLost: 30 }))).toEqual(['good', 'lossy']);
    expect(turns(picture.run(15, half))).toEqual(['lossy', 'coarse']);
  });
});
