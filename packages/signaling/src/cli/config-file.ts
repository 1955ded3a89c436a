/** @module Options from a JSON file. */
import { readFileSync } from 'node:fs';
import { EdgeError, isJsonObject } from '@longwire/protocol';
import type { Command, Option } from 'commander';
import { faultOf } from '../log/fault-of.ts';
import { ServiceOption } from './flags/option.ts';
import { parseValue } from './parse-value.ts';

/**
 * Applies the config file to options that neither the command line nor the environment set. Keys are the long
 * names, such as `"public-url"`; values are text, numbers, booleans, or JSON for an option that takes JSON.
 * All commands share one file: keys of other commands are ignored. @throws EdgeError ERR_CONFIG for an
 * unreadable file or an unknown key
 */
export function applyConfigFile(command: Command, file: string): void {
  for (const [name, value] of Object.entries(readObject(file))) {
    const option = command.options.find((candidate) => isSettable(candidate) && candidate.name() === name);
    if (option === undefined) {
      requireOption(name, command);
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

function requireOption(name: string, command: Command): void {
  let root = command;
  while (root.parent !== null) root = root.parent;
  if (optionsBelow(root).some((option) => isSettable(option) && option.name() === name)) return;
  throw new EdgeError('ERR_CONFIG', `config file has an unknown option "${name}"`);
}

function optionsBelow(command: Command): Option[] {
  return [...command.options, ...command.commands.flatMap(optionsBelow)];
}

function readObject(file: string): object {
  const json = readJson(file);
  if (isJsonObject(json)) return json;
  throw new EdgeError('ERR_CONFIG', `config file ${file} does not contain a JSON object`);
}

function readJson(file: string): unknown {
  const text = readText(file);
  try {
    return JSON.parse(text);
  } catch (cause) {
    // the whole message may quote a secret
    const place = cause instanceof Error ? /\(line \d+ column \d+\)$/u.exec(cause.message)?.[0] : undefined;
    const words = `config file ${file} is not JSON`;
    throw new EdgeError('ERR_CONFIG', place === undefined ? words : `${words} ${place}`, { cause });
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new EdgeError('ERR_CONFIG', `cannot read config file ${file} (${faultOf(cause)})`, { cause });
  }
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((entry) => typeof entry === 'string')) return value.join(',');
  return JSON.stringify(value);
}
