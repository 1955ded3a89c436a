#!/usr/bin/env node
/** @module The longwire command. */
import { EdgeError, nodeProblem, surviveBrokenOutput } from '@longwire/protocol';
import { Cancelled } from '../questions/cancelled.ts';

/** What a shell reports for a program that Ctrl+C ended. */
const EXIT_CANCELLED = 130;

// Other users must not read keys, settings and databases.
process.umask(0o077);
surviveBrokenOutput('longwire', process);
try {
  const problem = nodeProblem(process.versions.node);
  // An older Node lacks APIs that the program imports and would fail before it could print this.
  if (problem !== undefined) throw new EdgeError('ERR_USAGE', problem);
  const { createProgram } = await import('./program.ts');
  await createProgram().parseAsync();
} catch (error) {
  if (error instanceof Cancelled) {
    process.stderr.write("\nlongwire: stopped; nothing was set up. 'longwire up' asks again\n");
    process.exitCode = EXIT_CANCELLED;
  } else {
    const words = error instanceof EdgeError ? `${error.message} (${error.code})` : String(error);
    process.stderr.write(`longwire: ${words}\n`);
    process.exitCode = 1;
  }
}
