/** @module Sinks that pipe clients' audio to ffmpeg or to any program. */
import { redactingLogger, silentLogger, type Logger } from '@longwire/protocol';
import type { AudioSink } from '../audio-sink.ts';
import { QUIET } from '../ffmpeg/output-arguments.ts';
import { DEFAULT_MAX_TALKERS, LimitedSink } from './limited-sink.ts';
import { startProcessTalk, type TalkCommand } from './process-talk.ts';

/** Options of {@link ffmpegSink} and {@link programSink}. */
export interface ProcessSinkOptions {
  /** The sink's name in log lines. */
  readonly name?: string;
  /** Most clients that may talk at the same time, by default four; others are muted until one stops. */
  readonly maxTalkers?: number;
  /** By default `ffmpeg` from PATH. */
  readonly ffmpegPath?: string;
  /** Default: no logging. */
  readonly logger?: Logger;
}

/** Options of {@link ffmpegSink}. */
export interface FfmpegSinkOptions extends ProcessSinkOptions {
  /** The arguments after the input on ffmpeg's command line: `['-f', 'alsa', 'default']`, `['-f', 'pulse', 'speaker']`. */
  readonly args: readonly string[];
}

/** Options of {@link programSink}. */
export interface ProgramSinkOptions extends ProcessSinkOptions {
  /** Run without a shell. */
  readonly command: string;
  readonly args?: readonly string[];
  /** Samples per second; by default 48000. */
  readonly sampleRate?: number;
  /** By default 1. */
  readonly channels?: number;
}

/** Input arguments for live Ogg on stdin. */
const OGG_INPUT: readonly string[] = [
  ...QUIET,
  '-fflags',
  'nobuffer',
  '-probesize',
  '32',
  '-f',
  'ogg',
  '-i',
  'pipe:0',
];

/** Creates a sink that plays each talk with its own ffmpeg process, for example to a sound card, a file or a network address. */
export function ffmpegSink({ args, ...options }: FfmpegSinkOptions): AudioSink {
  const { name = 'ffmpeg', ffmpegPath = 'ffmpeg' } = options;
  return processSink(name, options, [{ command: ffmpegPath, args: [...OGG_INPUT, ...args] }]);
}

/** Creates a sink that writes each talk to the stdin of its own process, as 16-bit little-endian samples. */
export function programSink(options: ProgramSinkOptions): AudioSink {
  const { command, args = [], sampleRate = 48_000, channels = 1, ffmpegPath = 'ffmpeg' } = options;
  const format = ['-f', 's16le', '-ar', String(sampleRate), '-ac', String(channels)];
  return processSink(options.name ?? command, options, [
    { command: ffmpegPath, args: [...OGG_INPUT, ...format, '-flush_packets', '1', 'pipe:1'] },
    { command, args },
  ]);
}

function processSink(
  name: string,
  { maxTalkers = DEFAULT_MAX_TALKERS, logger = silentLogger }: ProcessSinkOptions,
  commands: readonly TalkCommand[],
): AudioSink {
  const redacting = redactingLogger(logger);
  return new LimitedSink({
    name,
    maxTalkers,
    logger: redacting,
    start: (fail) => startProcessTalk({ name, commands, logger: redacting, fail }),
  });
}
