/** @module A talk through a pipeline of processes: Ogg to the first one's stdin, each stdout to the next stdin. */
import type { ChildProcess } from 'node:child_process';
import { EdgeError, type Logger } from '@longwire/protocol';
import { signalChild } from '../../process/signal-child.ts';
import { spawnProgram } from '../../process/spawn-program.ts';
import { readablePipe } from '../ffmpeg/child-pipes.ts';
import { outputRedactor } from '../ffmpeg/redact-address.ts';
import { LastLines, readLines } from '../ffmpeg/stderr-lines.ts';
import { BoundedWriter } from './bounded-writer.ts';
import { explainOutput } from './explain-output.ts';
import type { Talk } from './limited-sink.ts';
import { OggOpusStream } from './ogg-opus-stream.ts';

/** One process of a talk. */
export interface TalkCommand {
  readonly command: string;
  readonly args: readonly string[];
}

/** Options of {@link startProcessTalk}. */
export interface ProcessTalkOptions {
  readonly name: string;
  /** The pipeline; the first command reads Opus in Ogg. */
  readonly commands: readonly TalkCommand[];
  readonly logger: Logger;
  readonly fail: (reason: string) => void;
  /** How long the processes may run after the talk to play buffered audio, in milliseconds; by default ten seconds. */
  readonly drainMs?: number;
}

const DEFAULT_DRAIN_MS = 10_000;

/** Starts the processes. They end when their stdin ends, or are killed after `drainMs`; at once if the right to talk was withdrawn. */
export function startProcessTalk(options: ProcessTalkOptions): Talk {
  const { name, commands, logger, fail, drainMs = DEFAULT_DRAIN_MS } = options;
  const children = commands.map(({ command, args }, index) => {
    const isLast = index === commands.length - 1;
    return spawnProgram(command, args, { stdio: ['pipe', isLast ? 'ignore' : 'pipe', 'pipe'] });
  });
  const stop = (): void => {
    for (const child of children) signalChild(child, 'SIGKILL');
  };
  const redact = outputRedactor(commands.flatMap(({ args }) => args));
  let state: 'talking' | 'draining' | 'withdrawn' = 'talking';
  let running = children.length;
  let drainTimer: NodeJS.Timeout | undefined;
  for (const [index, child] of children.entries()) {
    // The 'close' event follows.
    child.once('error', (error) => fail(error.message));
    const complaints = new LastLines();
    readPipes(child, (line) => {
      const clean = redact(line);
      if (complaints.add(clean)) logger.debug('sink.stderr-written', { sink: name, line: clean });
    });
    child.once('close', (code, signal) => {
      running -= 1;
      if (running === 0) clearTimeout(drainTimer);
      if (state === 'withdrawn' || (state === 'draining' && code === 0)) return;
      fail(reasonOfEnd(String(signal ?? code), complaints.lines));
      stop();
    });
    const next = children[index + 1]?.stdin;
    if (next !== undefined && next !== null) child.stdout?.pipe(next);
  }
  const stdin = children[0]?.stdin;
  if (stdin === undefined || stdin === null)
    throw new EdgeError('ERR_STATE', 'cannot start the talk: its first process has no stdin');
  const ogg = new OggOpusStream();
  const writer = new BoundedWriter(stdin, () => logger.warn('sink.stalled', { sink: name }));
  return {
    write: (packet) => writer.write(ogg.write(packet, writer.hasRoom)),
    end: (isWithdrawn) => {
      state = isWithdrawn ? 'withdrawn' : 'draining';
      writer.end();
      if (isWithdrawn) return stop();
      // Any of the processes may refuse to end, even after the next one has ended.
      if (running > 0) drainTimer ??= setTimeout(stop, drainMs).unref();
    },
  };
}

/** Why a process ended: an explanation if one is known, else its exit code and last stderr line. */
function reasonOfEnd(end: string, complaints: readonly string[]): string {
  const last = complaints.at(-1);
  const explanation = explainOutput(complaints)?.text;
  if (explanation !== undefined) return explanation;
  return last === undefined ? `ended with ${end}` : `ended with ${end}: ${last}`;
}

function readPipes(child: ChildProcess, handleLine: (line: string) => void): void {
  // Pipe errors need no report, because the end of the process is reported.
  child.stdin?.on('error', () => child.stdin?.destroy());
  child.stdout?.on('error', () => child.stdout?.destroy());
  const stderr = readablePipe(child, 2);
  if (stderr !== undefined) readLines(stderr, handleLine);
}
