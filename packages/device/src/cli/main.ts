#!/usr/bin/env node
/** @module The longwire-device command. */
import { EdgeError } from '@longwire/protocol';
import { checkNode } from '../doctor/check-platform.ts';

const node = checkNode(process.versions.node);
try {
  // An older Node lacks features that the program imports, so it would fail before it could explain why.
  if (node.kind === 'bad') throw new EdgeError('ERR_USAGE', `Node ${node.text}: ${node.todo}`);
  const { createProgram } = await import('./program.ts');
  await createProgram().parseAsync();
} catch (error) {
  const words = error instanceof EdgeError ? `${error.message} (${error.code})` : String(error);
  process.stderr.write(`longwire-device: ${words}\n`);
  process.exitCode = 1;
}
