#!/usr/bin/env node
/** @module The longwire-device command. */
import { EdgeError } from '@longwire/protocol';
import { createProgram } from './program.ts';

try {
  await createProgram().parseAsync();
} catch (error) {
  const words = error instanceof EdgeError ? `${error.message} (${error.code})` : String(error);
  process.stderr.write(`longwire-device: ${words}\n`);
  process.exitCode = 1;
}
