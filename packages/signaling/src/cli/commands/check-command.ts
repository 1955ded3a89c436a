/** @module `longwire-signaling check`: what works, what fails, and how to fix it. */
import { formatVerdict, type Verdict } from '@longwire/protocol';
import { Option, type Command } from 'commander';
import { addCommonFlags } from '../common-flags.ts';
import type { OutputFlags } from '../output.ts';
import { printable } from '../text-table.ts';
import { addServeFlags, type ServeFlags } from '../serve-flags.ts';

/** Adds the command; it has the same options as `serve`. */
export function addCheckCommand(program: Command): void {
  const command = addCommonFlags(
    program
      .command('check')
      .description('check everything that serve needs with these options; exit code 1 if something fails'),
  );
  addServeFlags(command)
    .addOption(new Option('--json', 'print JSON'))
    .action(async () => check(command.opts<ServeFlags & OutputFlags>()));
}

async function check(flags: ServeFlags & OutputFlags): Promise<void> {
  const { runChecks } = await import('../check/run-checks.ts');
  const verdicts: Verdict[] = [];
  for await (const verdict of runChecks(flags)) {
    verdicts.push(verdict);
    if (flags.json !== true) process.stdout.write(`${formatVerdict(shown(verdict))}\n`);
  }
  if (flags.json === true) process.stdout.write(`${JSON.stringify(verdicts, undefined, 2)}\n`);
  if (verdicts.some(({ kind }) => kind === 'bad')) process.exitCode = 1;
}

/** Escapes a finding for the terminal: it may quote a server's response. */
function shown({ text, todo, ...verdict }: Verdict): Verdict {
  return { ...verdict, text: printable(text), ...(todo === undefined ? {} : { todo: printable(todo) }) };
}
