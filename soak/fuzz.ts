/**
 * @module `npm run soak -- fuzz`: each parser of what comes from outside, fuzzed by the branches that inputs reach, from the kept inputs.
 * `LONGWIRE_WRITE=1` keeps the inputs that reached something new.
 */
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import type { Fuzzed } from './fuzz/fuzz-parser.ts';
import { PARSER_NAMES } from './fuzz/parsers.ts';
import { runPart, type PartOptions, type PartResult } from './part-options.ts';

const FOLDER = `${import.meta.dirname}/fuzz`;

/** How much longer than its time a parser may run before it hangs, in seconds. */
const PATIENCE_S = 60;

async function fuzz(parser: string, seconds: number, seed: number): Promise<Fuzzed> {
  const flags = ['--parser', parser, '--seconds', String(seconds), '--seed', String(seed)];
  const child = spawn(
    process.execPath,
    [
      '--conditions=longwire-source',
      '--import',
      `${FOLDER}/instrument.ts`,
      `${FOLDER}/fuzz-parser.ts`,
      ...flags,
    ],
    { stdio: ['ignore', 'pipe', 'pipe'], timeout: (seconds + PATIENCE_S) * 1000, killSignal: 'SIGKILL' },
  );
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const last = output.trim().split('\n').at(-1) ?? '';
  if (last.startsWith('{')) return JSON.parse(last);
  const fault = `it did not end (${child.signalCode ?? child.exitCode}): ${errors.slice(-1_000)}`;
  return { executions: 0, branches: 0, inputs: 0, slowestMs: 0, fault };
}

async function run({ minutes, seed, only }: PartOptions): Promise<PartResult> {
  const seconds = Math.ceil((minutes * 60) / only.length);
  const [lines, faults]: [string[], string[]] = [[], []];
  for (const parser of only) {
    const { executions, branches, inputs, slowestMs, fault } = await fuzz(parser, seconds, seed);
    lines.push(
      `| ${parser} | ${executions} | ${seconds} | ${branches} | ${inputs} | ${slowestMs.toFixed(1)} |`,
    );
    if (fault !== undefined) faults.push(`${parser}: ${fault}`);
  }
  const head = [
    '| parser | executions | seconds | branches reached | inputs kept | slowest, ms |',
    '|---|---|---|---|---|---|',
  ];
  return { lines: [...head, ...lines], faults };
}

await runPart(60, run, PARSER_NAMES);
