/** @module What a command does when its output cannot be written. */

interface Output {
  on(event: 'error', handleError: (error: Error) => void): unknown;
  write(text: string): unknown;
}

/** The parts of a process that write. */
export interface WritingProcess {
  readonly stdout: Output;
  readonly stderr: Output;
  exitCode?: number | string | null | undefined;
}

/**
 * Lets a command go on when its output cannot be written, on a full disk or to a reader that is gone: lines of the log are
 * lost, and lost results are said on stderr and end with status 1.
 */
export function surviveBrokenOutput(command: string, self: WritingProcess): void {
  self.stderr.on('error', () => undefined);
  self.stdout.on('error', (error) => {
    self.stderr.write(`${command}: cannot write to stdout: ${error.message}\n`);
    self.exitCode = 1;
  });
}
