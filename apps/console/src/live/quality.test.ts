/** @module How well a video arrives: each rule has a threshold to start, one to stay, and an end. */

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

/** A video whose counters of each second the test gives. */
class Picture {
  readonly #watch = new QualityWatch();
  #counted = { timestampMs: 0, frames: 0, packets: 0, packetsLost: 0, freezes: 0, frozenMs: 0 };

  readonly #isFreezeCounted: boolean;

  constructor(isFreezeCounted = true) {
    this.#isFreezeCounted = isFreezeCounted;
  }

  /** Repeats the same second; returns the quality after each. */
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

  /** Resets the counters, as a new connection does. */
  begin(): void {
    this.#counted = { ...this.#counted, frames: 0, packets: 0, packetsLost: 0, freezes: 0, frozenMs: 0 };
  }
}

/** The sequence of qualities without repetitions. */
const turns = (qualities: readonly Quality[]): Quality[] =>
  qualities.filter((quality, index) => quality !== qualities[index - 1]);

const SMOOTH = { frames: 25 };
const NOTHING = { frames: 0, packets: 0 };

function smooth(isFreezeCounted = true): Picture {
  const picture = new Picture(isFreezeCounted);
  expect(turns(picture.run(10, SMOOTH))).toEqual(['good']);
  return picture;
}

describe('a frozen video', () => {
  test.each([true, false])(
    'is reported after some seconds, as long as it lasts (freezes counted: %s)',
    (isCounted) => {
      const picture = smooth(isCounted);
      expect(picture.run(4, NOTHING)).toEqual(['good', 'good', 'still', 'still']);
      expect(turns(picture.run(USUAL_REPORTS * 2, NOTHING))).toEqual(['still']);
      expect(picture.run(8, SMOOTH)).toEqual(['still', ...Array.from({ length: 7 }, () => 'good')]);
    },
  );

  test('is reported soon after the start, though the video stuttered there', () => {
    const picture = new Picture();
    picture.run(3, SMOOTH);
    picture.run(1, NOTHING);
    picture.run(3, SMOOTH);
    expect(picture.run(6, NOTHING)).toContain('still');
  });

  test('is not reported before the video has started, or after its counters were reset', () => {
    expect(turns(new Picture().run(30, NOTHING))).toEqual(['good']);
    const picture = smooth();
    picture.run(5, NOTHING);
    picture.begin();
    expect(turns(picture.run(4, NOTHING))).toEqual(['good']);
  });

  test('is not reported for the time in which the page slept', () => {
    const picture = smooth();
    expect(picture.run(1, { ...NOTHING, takesMs: 60_000 })).toEqual(['good']);
    expect(turns(picture.run(10, SMOOTH))).toEqual(['good']);
  });

  test('is not reported if the device sends one frame every few seconds', () => {
    const picture = new Picture();
    for (let turn = 0; turn < 10; turn += 1) {
      expect(turns([...picture.run(1, { frames: 1 }), ...picture.run(3, NOTHING)])).toEqual(['good']);
    }
  });
});

describe('a stuttering video', () => {
  const stop = { frames: 12, freezes: 1, frozenMs: 600 };

  test('is reported, through a smooth second, until it has run smoothly for a while', () => {
    const picture = smooth();
    expect(picture.run(2, stop)).toEqual(['good', 'halting']);
    expect(turns([...picture.run(4, SMOOTH), ...picture.run(1, stop), ...picture.run(4, SMOOTH)])).toEqual([
      'halting',
    ]);
    expect(turns(picture.run(8, SMOOTH))).toEqual(['halting', 'good']);
  });

  test('is not reported after a single or short freeze', () => {
    expect(turns([...smooth().run(1, { ...stop, frozenMs: 1900 })])).toEqual(['good']);
    expect(turns(smooth().run(5, { frames: 20, freezes: 1, frozenMs: 150 }))).toEqual(['good']);
  });
});

describe('a low frame rate', () => {
  test('is reported, through brief changes, until it recovers', () => {
    const picture = smooth();
    expect(turns(picture.run(4, { frames: 4 }))).toEqual(['good']);
    expect(turns(picture.run(4, { frames: 4 }))).toEqual(['few']);
    expect(turns(picture.run(8, { frames: 9 }))).toEqual(['few']);
    expect(turns(picture.run(2, SMOOTH))).toEqual(['few']);
    expect(turns(picture.run(4, SMOOTH))).toEqual(['few', 'good']);
  });

  test('is not reported if the camera never sent more', () => {
    expect(turns(new Picture().run(30, { frames: 5 }))).toEqual(['good']);
  });

  test('becomes the normal rate after a while: a camera may choose to send fewer frames', () => {
    const picture = smooth();
    expect(turns(picture.run(USUAL_REPORTS * 2, { frames: 5 }))).toEqual(['good', 'few', 'good']);
  });
});

describe('packet loss', () => {
  test('is reported, through lower loss, until there is hardly any', () => {
    const picture = smooth();
    expect(turns(picture.run(5, { ...SMOOTH, packetsLost: 12 }))).toEqual(['good', 'lossy']);
    expect(turns(picture.run(10, { ...SMOOTH, packetsLost: 5 }))).toEqual(['lossy']);
    expect(turns(picture.run(12, { ...SMOOTH, packetsLost: 1 }))).toEqual(['lossy', 'good']);
    expect(turns(picture.run(10, { ...SMOOTH, packetsLost: 5 }))).toEqual(['good']);
  });

  test('is not reported if too few packets came to judge', () => {
    expect(turns(new Picture().run(20, { ...SMOOTH, packets: 3, packetsLost: 1 }))).toEqual(['good']);
  });

  test('yields to a worse problem, and is reported again after it', () => {
    const picture = smooth();
    const lossy = { ...SMOOTH, packetsLost: 30 };
    picture.run(5, lossy);
    expect(turns(picture.run(5, NOTHING))).toEqual(['lossy', 'still']);
    expect(turns(picture.run(5, lossy))).toEqual(['still', 'lossy']);
  });
});

describe('the resolution of a video', () => {
  const half = { ...SMOOTH, size: [640, 360] } as const;

  test('is reported as low when it stays at half, through brief changes, until it recovers', () => {
    const picture = smooth();
    expect(turns(picture.run(5, half))).toEqual(['good']);
    expect(turns(picture.run(4, half))).toEqual(['coarse']);
    expect(turns(picture.run(8, { ...SMOOTH, size: [854, 480] }))).toEqual(['coarse']);
    expect(turns(picture.run(2, SMOOTH))).toEqual(['coarse']);
    expect(turns(picture.run(8, SMOOTH))).toEqual(['coarse', 'good']);
  });

  test('is not reported as low after a brief or small drop, or a rotation', () => {
    const picture = smooth();
    expect(turns([...picture.run(4, half), ...picture.run(6, SMOOTH)])).toEqual(['good']);
    expect(turns(picture.run(20, { ...SMOOTH, size: [960, 540] }))).toEqual(['good']);
    expect(turns(picture.run(20, { ...SMOOTH, size: [720, 1280] }))).toEqual(['good']);
  });

  test('is not reported as low if the camera never sent more, or has sent this for a while', () => {
    expect(turns(new Picture().run(30, half))).toEqual(['good']);
    expect(turns(smooth().run(USUAL_REPORTS * 2, half))).toEqual(['good', 'coarse', 'good']);
  });

  test('is not reported as low while it is unknown', () => {
    const unknown = { ...SMOOTH, size: [0, 0] } as const;
    expect(turns(new Picture().run(20, unknown))).toEqual(['good']);
    expect(turns(smooth().run(20, unknown))).toEqual(['good']);
  });

  test('yields to packet loss, and is reported after it', () => {
    const picture = smooth();
    expect(turns(picture.run(15, { ...half, packetsLost: 30 }))).toEqual(['good', 'lossy']);
    expect(turns(picture.run(15, half))).toEqual(['lossy', 'coarse']);
  });
});
