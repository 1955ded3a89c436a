/** @module The rows of a measurement that was made once for ours and once for the floor. */
import type { SmallerStream } from '../../clip.ts';
import { NarrowWorld, type Kind } from '../../narrow-world.ts';
import type { Report } from '../../report.ts';
import { rowsOf, type Pick } from '../../rows.ts';

/** A table of what `measure` finds for ours and for the floor. */
export interface Comparison<T> {
  readonly title: string;
  readonly measure: (world: NarrowWorld, kind: Kind) => Promise<T>;
  readonly picks: readonly Pick<T>[];
  /** The smaller streams of the camera, if not only the usual one. */
  readonly smaller?: readonly SmallerStream[];
  readonly why: string;
}

/** Measures both in one world, one after the other. */
export function compared<T>(comparison: Comparison<T>): () => Promise<readonly Report[]> {
  const { title, measure, picks, smaller, why } = comparison;
  return async () => {
    await using world = await NarrowWorld.start(smaller);
    const ours = await measure(world, 'ours');
    const floor = await measure(world, 'floor');
    return [{ title, floor: world.floor, rows: rowsOf({ ours: [ours], floor: [floor] }, picks), why }];
  };
}
