/** @module How a command starts, and what it says when it fails. */
import { EdgeError } from '../errors/edge-error.ts';
import { nodeProblem } from './node-version.ts';

/** The parts of a process that a command needs. */
export interface ProgramProcess {
  readonly versions: { readonly node: string };
  readonly stderr: { write(text: string): unknown };
  exitCode?: number | string | null | undefined;
}

/** What a shell reports for a program that Ctrl+C ended. */
const EXIT_CANCELLED = 130;

/** A person pressed Ctrl+C at a question; the message says what that means. */
export class Cancelled extends Error {
  override readonly name = 'Cancelled';
}

/** Runs a command, and says on stderr why it failed. `run` imports the program, because an older Node lacks APIs that it needs. */
export async function runProgram(
  name: string,
  self: ProgramProcess,
  run: () => Promise<unknown>,
): Promise<void> {
  try {
    const problem = nodeProblem(self.versions.node);
    if (problem !== undefined) throw new EdgeError('ERR_USAGE', problem);
    await run();
  } catch (error) {
    const isCancelled = error instanceof Cancelled;
    self.stderr.write(`${isCancelled ? '\n' : ''}${name}: ${wordsOf(error)}\n`);
    self.exitCode = isCancelled ? EXIT_CANCELLED : 1;
  }
}

function wordsOf(error: unknown): string {
  if (error instanceof EdgeError) return `${error.message} (${error.code})`;
  return error instanceof Cancelled ? error.message : String(error);
}
