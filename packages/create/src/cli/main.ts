#!/usr/bin/env node
/** @module The create-longwire command. */
import { EdgeError, nodeProblem } from '@longwire/protocol';
import { Cancelled } from '../cancelled.ts';

/** What a shell reports for a program that Ctrl+C ended. */
const EXIT_CANCELLED = 130;

try {
  const problem = nodeProblem(process.versions.node);
  // An older Node lacks APIs that the program imports and would fail before it could print this.
  if (problem !== undefined) throw new EdgeError('ERR_USAGE', problem);
  const { createProgram } = await import('./program.ts');
  const { askFolder } = await import('../ask-folder.ts');
  // There is a person to ask only in a terminal.
  await createProgram(process.stdin.isTTY ? askFolder : undefined).parseAsync();
} catch (error) {
  if (error instanceof Cancelled) {
    process.stderr.write('\ncreate-longwire: stopped; nothing was created\n');
    process.exitCode = EXIT_CANCELLED;
  } else {
    const words = error instanceof EdgeError ? `${error.message} (${error.code})` : String(error);
    process.stderr.write(`create-longwire: ${words}\n`);
    process.exitCode = 1;
  }
}
