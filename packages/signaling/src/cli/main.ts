#!/usr/bin/env node
/** @module The longwire-signaling command. */
import { EdgeError, nodeProblem, surviveBrokenOutput } from '@longwire/protocol';

// Other users must not read databases, exports and backups.
process.umask(0o077);
surviveBrokenOutput('longwire-signaling', process);
try {
  const problem = nodeProblem(process.versions.node);
  // An older Node lacks APIs that the program imports and would fail before it could print this.
  if (problem !== undefined) throw new EdgeError('ERR_USAGE', problem);
  const { createProgram } = await import('./program.ts');
  await createProgram().parseAsync();
} catch (error) {
  const words = error instanceof EdgeError ? `${error.message} (${error.code})` : String(error);
  process.stderr.write(`longwire-signaling: ${words}\n`);
  process.exitCode = 1;
}
