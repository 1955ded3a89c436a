/** @module Command-line options, each with its environment variable, and the readers of their values. */
import { InvalidArgumentError, Option } from 'commander';
import { EdgeError } from '@longwire/protocol';

/** An option that the environment and the config file set as well. */
export class ServiceOption extends Option {
  /** Variables that count where the option's own is not set. */
  otherVariables: readonly string[] = [];
  /** The name of the option whose value stands in the file that this one names. */
  fileOf: string | undefined;

  constructor(flags: string, description: string) {
    super(flags, description);
    this.env(`LONGWIRE_${this.name().replaceAll('-', '_').toUpperCase()}`);
  }

  /** Names variables that count where the option's own is not set. */
  alsoFrom(...variables: string[]): this {
    this.otherVariables = variables;
    this.description += `; also ${variables.join(', ')}`;
    return this;
  }
}

/** An option that `LONGWIRE_<NAME>` sets as well: `--public-url` is `LONGWIRE_PUBLIC_URL`. */
export function option(flags: string, description: string): ServiceOption {
  return new ServiceOption(flags, description);
}

/**
 * The option that names a file with the value of another, for a value that arguments and environments show to other programs:
 * `fileOption('turn-secret')` is `--turn-secret-file`.
 */
export function fileOption(name: string): ServiceOption {
  const made = option(`--${name}-file <file>`, `file whose only line is the value of --${name}`);
  made.fileOf = name;
  return made;
}

/** A reader of whole numbers from `min` to `max`. */
export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw new InvalidArgumentError(`expected a whole number from ${min} to ${max}.`);
  };
}

/** A reader that reports a refused value as commander does. */
export function reader<T>(parse: (text: string) => T): (text: string) => T {
  return (text) => {
    try {
      return parse(text);
    } catch (error) {
      throw new InvalidArgumentError(error instanceof EdgeError ? `${error.message}.` : 'not readable.');
    }
  };
}

/** Reads a list with commas. */
export function list(text: string): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

/** Reads a switch that an environment variable or file may also turn off. */
export function flag(text: string): boolean {
  if (['true', '1', 'yes'].includes(text)) return true;
  if (['false', '0', 'no', ''].includes(text)) return false;
  throw new InvalidArgumentError('expected true or false.');
}
