/** @module The rows of a measurement that was made once for ours and once for the floor. */
import type { SmallerStream } from '../../clip.ts';
import { KINDS, NarrowWorld, type Kind } from '../../narrow-world.ts';
import type { Report, Row, Unit } from '../../report.ts';

/** One line of a table: what it is, its unit, and its value in a run. */
export type Pick<T> = readonly [what: string, unit: Unit, pick: (run: T) => number];

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
    const runs = new Map<Kind, T>();
    for (const kind of KINDS) runs.set(kind, await measure(world, kind));
    const values = (kind: Kind, pick: (run: T) => number): number[] => {
      const run = runs.get(kind);
      return run === undefined ? [] : [pick(run)];
    };
    const rows = picks.map(([what, unit, pick]): Row => ({
      what,
      unit,
      ours: values('ours', pick),
      floor: values('floor', pick),
    }));
    return [{ title, floor: world.floor, rows, why }];
  };
}
