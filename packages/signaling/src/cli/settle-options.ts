/** @module What an option is when the command line does not say it: environment, file, files with secrets. */
import { readFileSync } from 'node:fs';
import { EdgeError } from '@longwire/protocol';
import type { Command } from 'commander';
import { applyConfigFile } from './config-file.ts';
import { ServiceOption } from './flags/option.ts';
import { parseValue } from './parse-value.ts';

/** What says the value of an option, the strongest first. */
const SOURCES: readonly (string | undefined)[] = ['cli', 'env', 'config', 'default', undefined];

/**
 * Settles the options of a command that is about to run: the command line wins over the environment, that over the config file.
 * @throws EdgeError ERR_CONFIG for a file that cannot be read or a value that is none.
 */
export function settleOptions(command: Command): void {
  const options = command.options.filter((candidate) => candidate instanceof ServiceOption);
  for (const option of options) applyOtherVariables(command, option);
  const { config } = command.opts<{ config?: string }>();
  if (config !== undefined) applyConfigFile(command, config);
  for (const option of options) applyFile(command, option);
}

function strengthOf(command: Command, option: ServiceOption): number {
  return SOURCES.indexOf(command.getOptionValueSource(option.attributeName()));
}

function applyOtherVariables(command: Command, option: ServiceOption): void {
  const text = option.otherVariables.map((name) => process.env[name]).find((value) => value !== undefined);
  if (text === undefined || strengthOf(command, option) <= SOURCES.indexOf('env')) return;
  command.setOptionValueWithSource(option.attributeName(), parseValue('environment', option, text), 'env');
}

/** A value and a file with it are the same option: what was said at the stronger place counts. */
function applyFile(command: Command, option: ServiceOption): void {
  const { fileOf } = option;
  const target = command.options.find((candidate) => candidate.name() === fileOf);
  const file = command.getOptionValue(option.attributeName());
  if (!(target instanceof ServiceOption) || typeof file !== 'string') return;
  const source = command.getOptionValueSource(option.attributeName());
  const [strength, strengthOfValue] = [strengthOf(command, option), strengthOf(command, target)];
  if (strength === strengthOfValue) {
    throw new EdgeError('ERR_CONFIG', `${target.name()} expected a value or a file, got both`);
  }
  if (strength > strengthOfValue) return;
  const value = parseValue('file', target, readLine(target.name(), file));
  command.setOptionValueWithSource(target.attributeName(), value, source ?? 'config');
}

function readLine(name: string, file: string): string {
  const text = readText(name, file).trim();
  if (text !== '' && !text.includes('\n')) return text;
  throw new EdgeError('ERR_CONFIG', `${name} expected a file with one line, got another in ${file}`);
}

function readText(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new EdgeError('ERR_CONFIG', `${name} expected a file that can be read, got ${file}`, { cause });
  }
}
