/** @module Command-line options, each with its environment variable, and the readers of their values. */
import { InvalidArgumentError, Option } from 'commander';
import { EdgeError } from '@longwire/protocol';

/** An option that the environment and the config file can set too. */
export class ServiceOption extends Option {
  /** Variables used when the option's own is unset. */
  otherVariables: readonly string[] = [];
  /** For an option that names a file: the option whose value the file contains. */
  fileOf: string | undefined;

  constructor(flags: string, description: string) {
    super(flags, description);
    this.env(`LONGWIRE_${this.name().replaceAll('-', '_').toUpperCase()}`);
    if (this.required) this.argParser(filled);
  }

  /** Adds variables that are used when the option's own is unset. */
  alsoFrom(...variables: string[]): this {
    this.otherVariables = variables;
    this.description += `; also ${variables.join(', ')}`;
    return this;
  }
}

/** Creates an option that `LONGWIRE_<NAME>` can also set: `--public-url` is `LONGWIRE_PUBLIC_URL`. */
export function option(flags: string, description: string): ServiceOption {
  return new ServiceOption(flags, description);
}

/**
 * Creates the file variant of an option, for values that other programs could see in arguments or the
 * environment: `fileOption('turn-secret')` is `--turn-secret-file`.
 */
export function fileOption(name: string): ServiceOption {
  const made = option(`--${name}-file <file>`, `file whose only line is the value of --${name}`);
  made.fileOf = name;
  return made;
}

/** Creates a parser for whole numbers from `min` to `max`. */
export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw new InvalidArgumentError(`must be a whole number from ${min} to ${max}.`);
  };
}

/** Creates a parser that reports a rejected value as commander does. */
export function reader<T>(parse: (text: string) => T): (text: string) => T {
  return (text) => {
    try {
      return parse(text);
    } catch (error) {
      throw new InvalidArgumentError(error instanceof EdgeError ? `${error.message}.` : 'cannot be parsed.');
    }
  };
}

/**
 * Rejects an empty value, as of a variable that a script left unset: an empty file name is a temporary database,
 * and an empty host every address.
 */
function filled(text: string): string {
  if (text !== '') return text;
  throw new InvalidArgumentError('must not be empty.');
}

/** Parses a comma-separated list. */
export function list(text: string): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

/** Parses a switch that an environment variable or the config file may also turn off. */
export function flag(text: string): boolean {
  if (['true', '1', 'yes'].includes(text)) return true;
  if (['false', '0', 'no', ''].includes(text)) return false;
  throw new InvalidArgumentError('must be true or false.');
}
