/** @module Movement: distinguished from noise, flashes and changes of light, and reported once while it lasts. */
import { describe, expect, test } from 'vitest';
import { GRID, GRID_BYTES, MotionDetector } from './motion-detector.ts';

/** A grey picture with a dark figure at a column, and noise. */
function picture({
  at,
  width = 3,
  height = 11,
  light = 128,
  noise = 0,
}: {
  at?: number;
  width?: number;
  height?: number;
  light?: number;
  noise?: number;
}): Uint8Array {
  return Uint8Array.from({ length: GRID_BYTES }, (_, index) => {
    const [column, row] = [index % GRID.width, Math.floor(index / GRID.width)];
    const isFigure =
      at !== undefined && column >= at && column < at + width && row > 10 && row <= 10 + height;
    return (isFigure ? 40 : light) + ((index * 7919) % (2 * noise + 1)) - noise;
  });
}

/** The pictures with which movement begins, half a second apart. */
function beginnings(pictures: readonly Uint8Array[]): readonly number[] {
  const detector = new MotionDetector();
  return pictures.flatMap((each, index) => (detector.handlePicture(each, index * 500) ? [index] : []));
}

const still = (count: number) => Array.from({ length: count }, (_, index) => picture({ noise: index % 8 }));
const walk = (count: number, from = 0) =>
  Array.from({ length: count }, (_, step) => picture({ at: from + step }));

describe('the detector', () => {
  test('reports a figure that walks through the picture once', () => {
    expect(beginnings([...still(10), ...walk(20), ...still(10)])).toEqual([11]);
  });

  test('reports it again only after a minute without movement', () => {
    expect(beginnings([...still(4), ...walk(20), ...still(100), ...walk(20)])).toEqual([5]);
    expect(beginnings([...still(4), ...walk(20), ...still(130), ...walk(20)])).toEqual([5, 155]);
  });

  test.each([
    ['noise', still(40)],
    ['a flash', [...still(4), picture({ at: 20, width: 20 }), ...still(4)].slice(0, 5)],
    [
      'a light that is switched on and off',
      [picture({}), picture({ light: 220 }), picture({}), picture({ light: 220 })],
    ],
    ['one leaf', Array.from({ length: 40 }, (_, index) => picture({ at: 20 + (index % 2), height: 4 }))],
    ['the first picture after an interruption', [picture({ at: 5 })]],
  ])('reports nothing for %s', (_, pictures) => expect(beginnings(pictures)).toEqual([]));

  test('counts a picture that is only repeated as none, but not two changes far apart as movement', () => {
    const slow = walk(5).flatMap((each) => [each, each, each]);
    expect(beginnings(slow)).toEqual([6]);
    const [first = picture({}), second = picture({}), third = picture({})] = walk(3);
    const far = [first, second, third].flatMap((each) => Array.from({ length: 10 }, () => each));
    expect(beginnings(far)).toEqual([]);
  });

  test('does not compare pictures over an interruption', () => {
    const detector = new MotionDetector();
    detector.handlePicture(picture({}), 0);
    detector.handlePicture(picture({ at: 5 }), 500);
    detector.reset();
    expect([
      detector.handlePicture(picture({ at: 20 }), 1000),
      detector.handlePicture(picture({ at: 21 }), 1500),
    ]).toEqual([false, false]);
  });
});
