/** @module The command line. */
import { relative } from 'node:path';
import { Command, Option } from 'commander';
import { createApp } from '../create-app.ts';
import { manifest } from '../manifest.ts';
import { TEMPLATES, type Template } from '../templates.ts';

/** Builds the command line; `ask` asks for the folder where there is a person to answer. */
export function createProgram(ask: (() => Promise<string>) | undefined): Command {
  const program: Command = new Command('create-longwire')
    .description(
      'Creates a web application that shows a Longwire device: its video, and a value that it reports.',
    )
    .version(manifest.version)
    .argument('[folder]', 'where to create it; in a terminal the command asks')
    .addOption(
      new Option('--template <name>', 'react: with @longwire/react; page: plain TypeScript')
        .choices(TEMPLATES)
        .default(TEMPLATES[0]),
    )
    .showHelpAfterError('(see --help)');
  return program.action(async (named: string | undefined) => {
    const folder = named ?? (await ask?.());
    if (folder === undefined) program.help({ error: true });
    const { template } = program.opts<{ template: Template }>();
    await createApp({ folder, template, version: manifest.version });
    console.log(nextSteps(folder));
  });
}

function nextSteps(folder: string): string {
  const path = relative('', folder);
  const steps = [
    ...(path === '' ? [] : [`cd ${/\s/u.test(path) ? `"${path}"` : path}`]),
    'npm install',
    'npm run dev',
  ];
  return `Created the application in ${folder}. Next:\n\n${steps.map((step) => `  ${step}\n`).join('')}`;
}
