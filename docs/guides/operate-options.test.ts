/** @module operate-options.md is what the program says of itself: `npx -c 'vitest run docs/guides/operate-options -u'` writes it again. */
import { expect, test } from 'vitest';
import { join } from 'node:path';
import { createProgram } from '../../packages/signaling/src/cli/program.ts';
import { ServiceOption } from '../../packages/signaling/src/cli/flags/option.ts';

type Command = ReturnType<typeof createProgram>;
type Option = Command['options'][number];

const HEAD = `# Options of the signaling service

This page is generated from the program (\`docs/guides/operate-options.test.ts\`); \`longwire-signaling serve --help\` prints the same. The guide to
[running the service](operate.md) explains which options you need.

Each option of \`serve\` is a flag, an environment variable, and a key of the JSON file that \`--config\` names: \`--public-url\`, \`LONGWIRE_PUBLIC_URL\` and
\`"public-url"\`. A flag overrides the variable, the variable overrides the file, and the file overrides the default. Use a \`…-file\` option, which names a file whose only line is the
value, for secrets: other programs can read arguments and environments. All commands share one config file.
`;

/** A text as a cell of a table. */
const cell = (text: string): string => text.replaceAll('|', String.raw`\|`);

function defaultOf(option: Option): string {
  const { defaultValue, defaultValueDescription, mandatory } = option;
  if (defaultValueDescription !== undefined) return defaultValueDescription;
  if (defaultValue === undefined) return mandatory ? 'required' : '';
  return `\`${typeof defaultValue === 'string' ? defaultValue : JSON.stringify(defaultValue)}\``;
}

function rowOf(option: Option): string {
  const choices = option.argChoices === undefined ? '' : `: ${option.argChoices.join(', ')}`;
  const variable = option instanceof ServiceOption ? `\`${option.envVar}\`` : '';
  return `| ${[`\`${cell(option.flags)}\``, variable, defaultOf(option), cell(option.description + choices)].join(' | ')} |`;
}

function table(options: readonly Option[]): string {
  return ['| flag | variable | default | what it is |', '|---|---|---|---|', ...options.map(rowOf)].join(
    '\n',
  );
}

function serveOptions(serve: Command): string {
  const groups = Map.groupBy(serve.options, (option) => option.helpGroupHeading ?? 'Config file:');
  return [...groups]
    .map(([heading, options]) => `### ${heading.replace(/:$/u, '')}\n\n${table(options)}\n`)
    .join('\n');
}

function ends(command: Command, words: string): [string, Command][] {
  if (command.commands.length === 0) return [[words, command]];
  return command.commands.flatMap((sub) => ends(sub, `${words} ${sub.name()}`));
}

/** Options of every command, which the page lists once. */
const COMMON = new Set(['--database', '--database-file', '--config', '--json']);

function commandSection([words, command]: [string, Command]): string {
  const names = command.registeredArguments.map((argument) => {
    const name = argument.name();
    return argument.required ? `<${name}>` : `[${name}]`;
  });
  const options = command.options.filter(({ long }) => !COMMON.has(long ?? ''));
  const rows = options.length === 0 ? '' : `\n${table(options)}\n`;
  return `### \`${[words, ...names].join(' ')}\`\n\n${command.description()}\n${rows}`;
}

function page(): string {
  const program = createProgram();
  const serve = program.commands.find((command) => command.name() === 'serve');
  if (serve === undefined) throw new Error('a command serve expected');
  const others = ends(program, program.name()).filter(([, command]) => command !== serve);
  return [
    HEAD,
    '## `longwire-signaling serve`\n',
    serveOptions(serve),
    '## Commands\n',
    'Commands change the database directly, also while the service runs; the audit record lists each change with the actor `cli`. All of them accept',
    '`--database`, `--database-file` and `--config` as above, and `--json` for JSON output. A command that fails prints the reason in one line, with a',
    '[code](../errors.md), and exits with status 1.\n',
    others.map(commandSection).join('\n'),
  ].join('\n');
}

test('the page is what the program says', async () => {
  await expect(page()).toMatchFileSnapshot(join(import.meta.dirname, 'operate-options.md'));
});
