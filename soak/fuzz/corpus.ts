/** @module The kept inputs of each parser, one a line in base64: every one must be parsed or refused in words. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const fileOf = (parser: string): string => join(import.meta.dirname, 'corpus', `${parser}.txt`);

/** The inputs of a parser. */
export function readCorpus(parser: string): readonly Buffer[] {
  if (!existsSync(fileOf(parser))) return [];
  const lines = readFileSync(fileOf(parser), 'utf8').split('\n');
  return lines.slice(0, -1).map((line) => Buffer.from(line, 'base64'));
}

/** Replaces the inputs of a parser. */
export function writeCorpus(parser: string, inputs: readonly Uint8Array[]): void {
  const lines = inputs.map((input) => `${Buffer.from(input).toString('base64')}\n`);
  writeFileSync(fileOf(parser), lines.join(''));
}
