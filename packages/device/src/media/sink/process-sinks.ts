/** @module Sinks that hand what clients say to ffmpeg, or to any program. */
import { redactingLogger, silentLogger, type Logger } from '@longwire/protocol';
import type { AudioSink } from '../audio-sink.ts';
import { QUIET } from '../ffmpeg/output-arguments.ts';
import { DEFAULT_MAX_TALKERS, LimitedSink } from './limited-sink.ts';
import { startProcessTalk, type TalkCommand } from './process-talk.ts';

/** What all of these sinks can be told. */
export interface ProcessSinkOptions {
  /** What the log calls it. */
  readonly name?: string;
  /** How many clients are heard at once, four unless given; others are silent until one of them stops. */
  readonly maxTalkers?: number;
  /** `ffmpeg` of the path unless given. */
  readonly ffmpegPath?: string;
  /** Silent unless given. */
  readonly logger?: Logger;
}

/** Where ffmpeg puts what it is given. */
export interface FfmpegSinkOptions extends ProcessSinkOptions {
  /** What follows the input on ffmpeg's command line: `['-f', 'alsa', 'default']`, `['-f', 'pulse', 'speaker']`. */
  readonly args: readonly string[];
}

/** The program that gets samples. */
export interface ProgramSinkOptions extends ProcessSinkOptions {
  /** Run without a shell. */
  readonly command: string;
  readonly args?: readonly string[];
  /** Samples a second; 48000 unless given. */
  readonly sampleRate?: number;
  /** 1 unless given. */
  readonly channels?: number;
}

/** Reads Ogg as it comes. */
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

/** Gives each talk to an ffmpeg of its own: to a sound card, a file, a network address. */
export function ffmpegSink({ args, ...options }: FfmpegSinkOptions): AudioSink {
  const { name = 'ffmpeg', ffmpegPath = 'ffmpeg' } = options;
  return processSink(name, options, [{ command: ffmpegPath, args: [...OGG_INPUT, ...args] }]);
}

/** Gives each talk to a program of its own, on its stdin: samples of 16 bits, low byte first. */
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
