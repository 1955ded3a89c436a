/** @module The quality of a cable between a machine and the server: that of its two directions. */
import type { LineQuality } from './delay-line.ts';

/** The directions of a cable: from the server to the machine, and from the machine. */
export const DIRECTIONS = ['down', 'up'] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** The quality of both directions. */
export type CableLines = Readonly<Record<Direction, LineQuality>>;

/** The quality of a cable. */
export interface CableQuality extends Omit<LineQuality, 'delayMs'> {
  /** Round-trip time, in milliseconds. */
  readonly roundTripMs: number;
  /** What is different in one direction. */
  readonly down?: Partial<LineQuality>;
  readonly up?: Partial<LineQuality>;
}

/** The cables to the server, by the machine at the other end. */
export interface CableQualities {
  readonly browser: CableQuality;
  readonly device: CableQuality;
}

/** The directions of a cable; each has its own random sequence. */
export function linesOf({ roundTripMs, seed = 0, down, up, ...both }: CableQuality): CableLines {
  const line = { ...both, delayMs: roundTripMs / 2 };
  return { down: { ...line, seed: seed * 2, ...down }, up: { ...line, seed: seed * 2 + 1, ...up } };
}
