/** @module The command line of a device. */
import { Command } from 'commander';
import { addDoctor } from './doctor-command.ts';
import { addInit } from './init-command.ts';
import { addInvite } from './invite-command.ts';
import { addReset } from './reset-command.ts';
import { addRun } from './run-command.ts';
import { addStatus } from './status-command.ts';
import { addUsers } from './users-command.ts';

/** Builds the whole command line. */
export function createProgram(): Command {
  const program = new Command('longwire-device')
    .description('A device that browsers reach through a Longwire signaling service.')
    .showHelpAfterError('(see --help)');
  addInit(program);
  addRun(program);
  addInvite(program);
  addUsers(program);
  addReset(program);
  addStatus(program);
  addDoctor(program);
  return program;
}
