/** @module Parses the text of an option as the command line would. */
import { EdgeError } from '@longwire/protocol';
import type { Option } from 'commander';

/** Parses `text`; `place` names its source in the error. @throws EdgeError ERR_CONFIG */
export function parseValue(place: string, option: Option, text: string): unknown {
  try {
    return option.parseArg === undefined ? text : option.parseArg(text, undefined);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : 'not readable';
    throw new EdgeError('ERR_CONFIG', `${place} has an invalid ${option.name()}: ${reason}`, { cause });
  }
}
