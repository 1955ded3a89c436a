#!/usr/bin/env node
/** @module The longwire command. */
import { runProgram, surviveBrokenOutput } from '@longwire/protocol';

// Other users must not read keys, settings and databases.
process.umask(0o077);
surviveBrokenOutput('longwire', process);
await runProgram('longwire', process, async () => {
  const { createProgram } = await import('./program.ts');
  await createProgram().parseAsync();
});
