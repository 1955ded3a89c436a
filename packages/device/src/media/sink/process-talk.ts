/** @module A talk that goes into processes: Ogg on the first one's stdin, each one's stdout on the next one's stdin. */
import { spawn, type ChildProcess } from 'node:child_process';
import { EdgeError, type Logger } from '@longwire/protocol';
import { signalChild } from '../../process/signal-child.ts';
import { readablePipe } from '../ffmpeg/child-pipes.ts';
import { outputRedactor } from '../ffmpeg/redact-address.ts';
import { readLines } from '../ffmpeg/stderr-lines.ts';
import { BoundedWriter } from './bounded-writer.ts';
import { explainOutput } from './explain-output.ts';
import type { Talk } from './limited-sink.ts';
import { OggOpusStream } from './ogg-opus-stream.ts';

/** One process of a talk. */
export interface TalkCommand {
  readonly command: string;
  readonly args: readonly string[];
}

/** What {@link startProcessTalk} needs. */
export interface ProcessTalkOptions {
  readonly name: string;
  /** The first reads Ogg with Opus. */
  readonly commands: readonly TalkCommand[];
  readonly logger: Logger;
  readonly fail: (reason: string) => void;
  /** How long the processes may go on after the talk, to play what they have, in milliseconds; ten seconds unless given. */
  readonly drainMs?: number;
}

const DEFAULT_DRAIN_MS = 10_000;

/** Starts the processes. They end with their stdin, or soon after. */
export function startProcessTalk(options: ProcessTalkOptions): Talk {
  const { name, commands, logger, fail, drainMs = DEFAULT_DRAIN_MS } = options;
  const children = commands.map(({ command, args }, index) => {
    const isLast = index === commands.length - 1;
    return spawn(command, args, { stdio: ['pipe', isLast ? 'ignore' : 'pipe', 'pipe'] });
  });
  const stop = (): void => {
    for (const child of children) signalChild(child, 'SIGKILL');
  };
  const redact = outputRedactor(commands.flatMap(({ args }) => args));
  let isEnding = false;
  let running = children.length;
  let drainTimer: NodeJS.Timeout | undefined;
  for (const [index, child] of children.entries()) {
    // Its end is told as well.
    child.once('error', (error) => fail(error.message));
    const complaints = readPipes(child, (line) => {
      const clean = redact(line);
      logger.debug('sink.stderr', { sink: name, line: clean });
      return clean;
    });
    child.once('close', (code, signal) => {
      running -= 1;
      if (running === 0) clearTimeout(drainTimer);
      if (isEnding && code === 0) return;
      fail(reasonOfEnd(String(signal ?? code), complaints));
      stop();
    });
    const next = children[index + 1]?.stdin;
    if (next !== undefined && next !== null) child.stdout?.pipe(next);
  }
  const stdin = children[0]?.stdin;
  if (stdin === undefined || stdin === null)
    throw new EdgeError('ERR_STATE', 'talk expected a process with a stdin');
  const ogg = new OggOpusStream();
  const writer = new BoundedWriter(stdin, () => logger.warn('sink.stalled', { sink: name }));
  return {
    write: (packet) => writer.write(ogg.write(packet)),
    end: () => {
      isEnding = true;
      writer.end();
      // Each of them may be the one that does not end, also when the one behind it has ended.
      if (running > 0) drainTimer ??= setTimeout(stop, drainMs).unref();
    },
  };
}

/** Why a process ended: in words where they are known, else in its own last ones. */
function reasonOfEnd(end: string, complaints: readonly string[]): string {
  const last = complaints.at(-1);
  const known = explainOutput(complaints)?.text;
  if (known !== undefined) return known;
  return last === undefined ? `ended with ${end}` : `ended with ${end}: ${last}`;
}

/** Answers with what the process complains about, as `keep` gives it back: it grows. */
function readPipes(child: ChildProcess, keep: (line: string) => string): readonly string[] {
  const complaints: string[] = [];
  // A pipe that breaks says nothing that the end of the process does not say.
  child.stdin?.on('error', () => child.stdin?.destroy());
  child.stdout?.on('error', () => child.stdout?.destroy());
  const stderr = readablePipe(child, 2);
  if (stderr !== undefined) readLines(stderr, (line) => complaints.push(keep(line)));
  return complaints;
}
