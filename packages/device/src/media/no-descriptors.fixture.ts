/** @module For a test: starts programs in a process that is almost out of file descriptors, and prints the results. */
import { closeSync, openSync, readFileSync } from 'node:fs';
import { silentLogger } from '@longwire/protocol';
import { FfmpegProcess } from './ffmpeg/ffmpeg-process.ts';
import { probeInput } from './ffmpeg/probe-input.ts';
import { startProcessTalk } from './sink/process-talk.ts';

/** More descriptors than any of the programs needs. */
const MOST_LEFT = 24;

const held: number[] = [];

function takeAll(): void {
  try {
    for (;;) held.push(openSync('/dev/null', 'r'));
  } catch {
    // No descriptor is left.
  }
}

/** Runs a function that starts programs while `left` descriptors are available. */
async function withLeft<T>(left: number, run: () => T | Promise<T>): Promise<T> {
  takeAll();
  for (const fd of held.splice(0, left)) closeSync(fd);
  try {
    return await run();
  } finally {
    for (const fd of held.splice(0)) closeSync(fd);
  }
}

/** Resolves when all child processes have ended. */
async function allGone(): Promise<void> {
  while (readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim() !== '')
    await new Promise((resolve) => setTimeout(resolve, 10));
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function nothing(): void {
  // The test ignores this output.
}

async function feed(left: number): Promise<string> {
  const ended = Promise.withResolvers<string>();
  const run = await withLeft(left, async () => {
    const process = new FfmpegProcess({
      ffmpegPath: 'false',
      args: [],
      pipes: [1, 3].map((fd) => ({ fd, stream: nothing, frame: nothing })),
      silenceMs: 60_000,
      handleComplaint: nothing,
      handleEnd: ({ message }) => ended.resolve(message),
    });
    await settled();
    return process;
  });
  const end = await ended.promise;
  run.stop();
  return end;
}

async function probe(left: number): Promise<string> {
  const options = { source: { input: 'x' }, ffprobePath: 'false', care: 'quick' } as const;
  const result = await withLeft(left, () => probeInput(options));
  return result.kind;
}

/** Starts a talk with two programs that do not end by themselves. */
async function talk(left: number): Promise<string> {
  const failures: string[] = [];
  const sleep = { command: 'sleep', args: ['60'] };
  const fail = (reason: string): void => void failures.push(reason);
  try {
    const started = await withLeft(left, async () => {
      const made = startProcessTalk({
        name: 'x',
        commands: [sleep, sleep],
        logger: silentLogger,
        fail,
        drainMs: 1,
      });
      await settled();
      return made;
    });
    if (failures.length === 0) started.end(false);
    return failures.length === 0 ? 'started' : 'failed';
  } catch {
    return 'refused';
  }
}

const ends = new Set<string>();
for (let left = 0; left <= MOST_LEFT; left += 1) {
  ends.add(`feed ${await feed(left)}`);
  ends.add(`probe ${await probe(left)}`);
  ends.add(`talk ${await talk(left)}`);
  await allGone();
}
process.stdout.write([...ends].toSorted().join('\n'));
