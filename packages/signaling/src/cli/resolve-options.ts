/**
 * @module Settles options that are missing on the command line: environment, config file, files with secrets.
 */
import { readFileSync } from 'node:fs';
import { EdgeError } from '@longwire/protocol';
import type { Command } from 'commander';
import { faultOf } from '../log/fault-of.ts';
import { applyConfigFile } from './config-file.ts';
import { ServiceOption } from './flags/option.ts';
import { parseValue } from './parse-value.ts';

/** Sources of a value, strongest first. */
const SOURCES: readonly (string | undefined)[] = ['cli', 'env', 'config', 'default', undefined];

/**
 * Settles the options of a command before it runs: the command line overrides the environment, which
 * overrides the config file. @throws EdgeError ERR_CONFIG for an unreadable file or an invalid value
 */
export function resolveOptions(command: Command): void {
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

/** A value and its file variant set the same option: the stronger source wins. */
function applyFile(command: Command, option: ServiceOption): void {
  const { fileOf } = option;
  const target = command.options.find((candidate) => candidate.name() === fileOf);
  const file = command.getOptionValue(option.attributeName());
  if (!(target instanceof ServiceOption) || typeof file !== 'string') return;
  const source = command.getOptionValueSource(option.attributeName());
  const [strength, strengthOfValue] = [strengthOf(command, option), strengthOf(command, target)];
  if (strength === strengthOfValue) {
    throw new EdgeError(
      'ERR_CONFIG',
      `--${target.name()} and its -file variant exclude each other: set one of them`,
    );
  }
  if (strength > strengthOfValue) return;
  const value = parseValue('file', target, readLine(target.name(), file));
  command.setOptionValueWithSource(target.attributeName(), value, source ?? 'config');
}

function readLine(name: string, file: string): string {
  const text = readText(name, file).trim();
  if (text !== '' && !text.includes('\n')) return text;
  throw new EdgeError('ERR_CONFIG', `cannot read ${name}: ${file} must contain exactly one line`);
}

function readText(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new EdgeError('ERR_CONFIG', `cannot read ${name} from ${file} (${faultOf(cause)})`, { cause });
  }
}
