/** @module Options from a JSON file. */
import { readFileSync } from 'node:fs';
import { EdgeError } from '@longwire/protocol';
import type { Command, Option } from 'commander';
import { ServiceOption } from './flags/option.ts';
import { parseValue } from './parse-value.ts';

/**
 * Gives each option that neither the command line nor the environment has set the value that the file has for it. Keys
 * are the long names, such as `"public-url"`; values are text, numbers, true or false, or JSON for an option that takes JSON.
 * One file is for all commands: what only another command takes is left to that.
 * @throws EdgeError ERR_CONFIG for a file that cannot be read, or holds a key that is no option.
 */
export function applyConfigFile(command: Command, file: string): void {
  for (const [name, value] of Object.entries(readObject(file))) {
    const option = command.options.find((candidate) => isSettable(candidate) && candidate.name() === name);
    if (option === undefined) {
      requireKnown(name, command);
      continue;
    }
    const attribute = option.attributeName();
    const source = command.getOptionValueSource(attribute);
    if (source === 'cli' || source === 'env') continue;
    command.setOptionValueWithSource(attribute, parseValue('config file', option, textOf(value)), 'config');
  }
}

function isSettable(option: Option): boolean {
  return option instanceof ServiceOption && option.name() !== 'config';
}

function requireKnown(name: string, command: Command): void {
  let root = command;
  while (root.parent !== null) root = root.parent;
  if (optionsBelow(root).some((option) => isSettable(option) && option.name() === name)) return;
  throw new EdgeError('ERR_CONFIG', `config file expected names of options, got ${name}`);
}

function optionsBelow(command: Command): Option[] {
  return [...command.options, ...command.commands.flatMap(optionsBelow)];
}

function readObject(file: string): object {
  const json = readJson(file);
  if (typeof json === 'object' && json !== null && !Array.isArray(json)) return json;
  throw new EdgeError('ERR_CONFIG', `config file expected a JSON object, got another value in ${file}`);
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new EdgeError('ERR_CONFIG', `config file expected to be readable JSON, got ${file}`, { cause });
  }
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((entry) => typeof entry === 'string')) return value.join(',');
  return JSON.stringify(value);
}
