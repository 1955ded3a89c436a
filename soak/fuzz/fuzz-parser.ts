/**
 * @module Fuzzes one parser: inputs that reach a branch for the first time are kept and changed further.
 * `node --import instrument.ts fuzz-parser.ts --parser NAME --seconds N --seed N`; the last line is the result as JSON.
 */
import { parseArgs } from 'node:util';
import { mutateBytes, mutateText } from '../../packages/device/fuzz/mutate.ts';
import { Random } from '../../packages/device/fuzz/random.ts';
import { readCorpus, writeCorpus } from './corpus.ts';
import { reachedBranches, sourceWords } from './instrument.ts';
import { feed } from './parsers.ts';

/** What came of it. */
export interface Fuzzed {
  readonly executions: number;
  readonly branches: number;
  /** How many inputs reached something new. */
  readonly inputs: number;
  readonly slowestMs: number;
  /** What the parser threw and must not, with the input in base64. */
  readonly fault?: string;
}

/** Most time of the processor for one input, in milliseconds: it keeps everything else waiting. */
const MAX_MS = 1_000;

/** Longest input, in bytes: parsers have limits of their own, and longer ones take longer. */
const MAX_LENGTH = 4_096;

const { values } = parseArgs({
  options: {
    parser: { type: 'string', default: '' },
    seconds: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
  },
});
const random = new Random(Number(values.seed));
const kept: [Uint8Array, ...Uint8Array[]] = [new Uint8Array()];
const words = sourceWords().map((word) => Buffer.from(word));
const decoder = new TextDecoder();
let [executions, slowestMs] = [0, 0];
let fault: string | undefined;
/** What is fed now. */
let current: Uint8Array = new Uint8Array();

function note(error: unknown): void {
  fault ??= `${String(error)} by ${Buffer.from(current).toString('base64')}`;
}

// It would have ended the program.
process.on('uncaughtException', note);

/** One input; keeps it when it reached something new. */
async function run(input: Uint8Array): Promise<void> {
  current = input;
  const [before, used] = [reachedBranches(), process.cpuUsage()];
  try {
    await feed(values.parser, input);
  } catch (error) {
    note(error);
  }
  const { user, system } = process.cpuUsage(used);
  const tookMs = (user + system) / 1000;
  slowestMs = Math.max(slowestMs, tookMs);
  if (tookMs > MAX_MS) fault ??= `${Math.round(tookMs)} ms by ${Buffer.from(input).toString('base64')}`;
  if (reachedBranches() > before) kept.push(input);
  executions += 1;
}

/** Part of one input, and part of another. */
function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  return Buffer.concat([
    one.subarray(0, random.below(one.length + 1)),
    other.subarray(random.below(other.length + 1)),
  ]);
}

function withWord(input: Uint8Array): Uint8Array {
  const [first = Buffer.of(), ...rest] = words;
  const at = random.below(input.length + 1);
  const until = random.chance(50) ? at : Math.min(input.length, at + random.below(8));
  return Buffer.concat([input.subarray(0, at), random.pick([first, ...rest]), input.subarray(until)]);
}

function changed(input: Uint8Array): Uint8Array {
  switch (random.below(8)) {
    case 0:
      return joined(input, random.pick(kept));
    case 1:
    case 2:
      return withWord(input);
    case 3:
      return Buffer.from(mutateText(random, decoder.decode(input)));
    default:
      return mutateBytes(random, input);
  }
}

/** What was kept last is changed most. */
function pickInput(): Uint8Array {
  const recent = kept[kept.length - 1 - random.below(Math.min(kept.length, 20))];
  return random.chance(40) && recent !== undefined ? recent : random.pick(kept);
}

for (const input of readCorpus(values.parser)) await run(input);
const endMs = performance.now() + Number(values.seconds) * 1000;
while (fault === undefined && performance.now() < endMs) {
  let input = pickInput();
  for (let changes = 1 + random.below(4); changes > 0; changes -= 1) input = changed(input);
  await run(input.subarray(0, MAX_LENGTH));
}
if (process.env['LONGWIRE_WRITE'] !== undefined) writeCorpus(values.parser, kept);
const result: Fuzzed = {
  executions,
  branches: reachedBranches(),
  inputs: kept.length,
  slowestMs,
  ...(fault === undefined ? {} : { fault }),
};
console.log(JSON.stringify(result));
process.exit();
