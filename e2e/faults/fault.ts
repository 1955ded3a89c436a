/** @module A fault as data: what happens, what a person sees of it, how it is injected, and the tests that show it. */

/** A test by its file and title. */
export interface FaultTest {
  /** The file, from the folder of the repository. */
  readonly file: string;
  /** The title as it is in the source, behind those of the groups that are needed to tell it from others: `glare > an answer is ignored`. */
  readonly title: string;
}

/** One fault of the catalogue. */
export interface Fault {
  readonly id: number;
  readonly fault: string;
  /** What a person sees: the expected outcome. */
  readonly seen: string;
  /** How the tests inject it. */
  readonly how: string;
  readonly tests: readonly FaultTest[];
  /** What of the fault no test shows, and why. */
  readonly notShown?: string;
}

/** The tests of one file. */
export function inFile(file: string, ...titles: readonly string[]): readonly FaultTest[] {
  return titles.map((title) => ({ file, title }));
}
