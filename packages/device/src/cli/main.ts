#!/usr/bin/env node
/** @module The longwire-device command. */
import { EdgeError, nodeProblem, surviveBrokenOutput } from '@longwire/protocol';

surviveBrokenOutput('longwire-device', process);
try {
  const problem = nodeProblem(process.versions.node);
  // An older Node lacks features that the program imports, so it would fail before it could explain why.
  if (problem !== undefined) throw new EdgeError('ERR_USAGE', problem);
  const { createProgram } = await import('./program.ts');
  await createProgram().parseAsync();
} catch (error) {
  const words = error instanceof EdgeError ? `${error.message} (${error.code})` : String(error);
  process.stderr.write(`longwire-device: ${words}\n`);
  process.exitCode = 1;
}
