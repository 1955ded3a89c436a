/** @module The command line of a device. */
import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { addDoctor } from './doctor-command.ts';
import { addInit } from './init-command.ts';
import { addInvite } from './invite-command.ts';
import { addNotify } from './notify-command.ts';
import { addReset } from './reset-command.ts';
import { addRun } from './run-command.ts';
import { addStatus } from './status-command.ts';
import { addUsers } from './users-command.ts';

/** At the same place for sources and built files. */
const manifest: { version: string } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);

/** Builds the whole command line. */
export function createProgram(): Command {
  const program = new Command('longwire-device')
    .description('A device that browsers reach through a Longwire signaling service.')
    .version(manifest.version)
    .showHelpAfterError('(see --help)');
  addInit(program);
  addRun(program);
  addInvite(program);
  addUsers(program);
  addNotify(program);
  addReset(program);
  addStatus(program);
  addDoctor(program);
  return program;
}
