/** @module Command-line options, each with its environment variable, and the readers of their values. */
import { InvalidArgumentError, Option } from 'commander';
import { EdgeError } from '@longwire/protocol';

/** An option that `LONGWIRE_<NAME>` sets as well: `--public-url` is `LONGWIRE_PUBLIC_URL`. */
export function option(flags: string, description: string): Option {
  const made = new Option(flags, description);
  return made.env(`LONGWIRE_${made.name().replaceAll('-', '_').toUpperCase()}`);
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
