#!/usr/bin/env node
/** @module The longwire-device command. */
import { runProgram, surviveBrokenOutput } from '@longwire/protocol';

surviveBrokenOutput('longwire-device', process);
await runProgram('longwire-device', process, async () => {
  const { createProgram } = await import('./program.ts');
  await createProgram().parseAsync();
});
