#!/usr/bin/env node
/** @module The create-longwire command. */
import { runProgram } from '@longwire/protocol';

await runProgram('create-longwire', process, async () => {
  const { createProgram } = await import('./program.ts');
  const { askFolder } = await import('../ask-folder.ts');
  // There is a person to ask only in a terminal.
  await createProgram(process.stdin.isTTY ? askFolder : undefined).parseAsync();
});
