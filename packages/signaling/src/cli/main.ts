#!/usr/bin/env node
/** @module The longwire-signaling command. */
import { runProgram, surviveBrokenOutput } from '@longwire/protocol';

// Other users must not read databases, exports and backups.
process.umask(0o077);
surviveBrokenOutput('longwire-signaling', process);
await runProgram('longwire-signaling', process, async () => {
  const { createProgram } = await import('./program.ts');
  await createProgram().parseAsync();
});
