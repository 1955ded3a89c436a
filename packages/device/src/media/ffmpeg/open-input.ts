/**
 * @module How ffmpeg opens an input. Any user of the machine can read the arguments of a process, so an address that holds a secret is
 * read from stdin instead: as a list of one file for the concat demuxer, with the options of its format.
 */
import { spawnSync } from 'node:child_process';
import { inputArguments, PLAYING, type FfmpegInput, type InputUse } from './input-arguments.ts';
import { inputRedactor } from './redact-address.ts';

/** What opens an input. */
export interface InputOpening {
  /** The arguments up to and including the input. */
  readonly args: readonly string[];
  /** What the program reads from stdin. */
  readonly script?: string;
}

/** Options of ffmpeg and of decoders, which are not options of a format, and those of the list itself. */
const STAYING: ReadonlySet<string> = new Set([...PLAYING.keys(), '-flags', '-protocol_whitelist']);

/** They limit the analysis of the input, and of the list that contains it. */
const ANALYSIS: ReadonlySet<string> = new Set(['-analyzeduration', '-probesize']);

/** The first version whose lists may contain options. */
const MIN_VERSION = 5;

/** How long a program may take to print its version, in milliseconds. */
const VERSION_TIMEOUT_MS = 5_000;

const versions = new Map<string, boolean>();

/** Whether ffmpeg or ffprobe at this path reads lists with options; asked once. Versions without a number are newer. */
function readsLists(program: string): boolean {
  const known = versions.get(program);
  if (known !== undefined) return known;
  const { stdout } = spawnSync(program, ['-version'], { encoding: 'utf8', timeout: VERSION_TIMEOUT_MS });
  const [, major] = /^\w+ version n?(\d+)\./u.exec(stdout ?? '') ?? [];
  const reads = major === undefined || Number(major) >= MIN_VERSION;
  versions.set(program, reads);
  return reads;
}

/** Whether a log line may not show the address, and a list can contain it. */
function isHidden({ input, inputOptions = [] }: FfmpegInput): boolean {
  const isOneLine = ![input, ...inputOptions].some((part) => /[\r\n]/u.test(part));
  return isOneLine && !inputOptions.includes('-f') && inputRedactor(input)(input) !== input;
}

/** As the concat demuxer reads a value. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** What `program` needs to open an input, without its secrets among the arguments if the program can do that. */
export function openInput(program: string, source: FfmpegInput, use: InputUse): InputOpening {
  const plain = inputArguments(source, use);
  if (!isHidden(source) || !readsLists(program)) return { args: plain };
  const args: string[] = [];
  const lines = ['ffconcat version 1.0', `file ${quoted(source.input)}`];
  for (let at = 0; plain[at] !== '-i';) {
    const name = plain[at] ?? '';
    const hasValue = PLAYING.get(name) ?? true;
    const value = hasValue ? (plain[at + 1] ?? '') : '';
    if (STAYING.has(name) || ANALYSIS.has(name))
      args.push(name, ...(name === '-protocol_whitelist' ? [`pipe,${value}`] : hasValue ? [value] : []));
    if (!STAYING.has(name)) lines.push(`option ${name.replace(/^-/u, '')} ${quoted(value)}`);
    at += hasValue ? 2 : 1;
  }
  return { args: [...args, '-f', 'concat', '-safe', '0', '-i', 'pipe:0'], script: `${lines.join('\n')}\n` };
}
