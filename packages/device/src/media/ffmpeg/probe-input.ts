/** @module Detects the streams of an input with ffprobe. */
import { isMissingProgram, spawnProgram } from '../../process/spawn-program.ts';
import { fieldOf } from '../../read-field.ts';
import { readablePipe, writeScript } from './child-pipes.ts';
import { explainFailure, NO_FFMPEG } from './explain-failure.ts';
import type { FfmpegInput, InputCare } from './input-arguments.ts';
import { openInput } from './open-input.ts';
import { LastLines, readLines } from './stderr-lines.ts';

/** One stream of an input. */
export interface ProbedStream {
  readonly kind: 'audio' | 'video';
  /** The codec's name in ffmpeg. */
  readonly codec: string;
  readonly profile: string;
  readonly level: number;
  readonly pixelFormat: string;
  /** Whether frames are not in presentation order. */
  readonly hasBFrames: boolean;
  /** 0 if unknown, like the numbers below. */
  readonly width: number;
  readonly height: number;
  readonly sampleRate: number;
  readonly channels: number;
}

/** The result of a probe. */
export type ProbeResult =
  | {
      readonly kind: 'found';
      readonly streams: readonly ProbedStream[];
      /** ffprobe's answer, which {@link parseStreams} reads. */
      readonly answer: string;
    }
  | {
      readonly kind: 'failed';
      /** Whether the probe timed out. */
      readonly isSlow: boolean;
      /** A sentence for users. */
      readonly message: string;
      readonly complaints: readonly string[];
    };

/** Options of {@link probeInput}. */
export interface ProbeOptions {
  readonly source: FfmpegInput;
  readonly ffprobePath: string;
  readonly care: InputCare;
  readonly signal?: AbortSignal;
  /** How long ffprobe may take, in milliseconds; by default twenty seconds. */
  readonly timeoutMs?: number;
}

/** Reason: some cameras send a keyframe every ten seconds. */
export const PROBE_TIMEOUT_MS = 20_000;

/** Longest output of ffprobe that is read. */
const MAX_ANSWER_LENGTH = 256 * 1024;

const ENTRIES =
  'stream=codec_type,codec_name,profile,level,pix_fmt,has_b_frames,width,height,sample_rate,channels:stream_disposition=attached_pic';

/** Runs ffprobe once; never rejects. Aborting the signal ends it. */
export async function probeInput({
  source,
  ffprobePath,
  care,
  signal,
  timeoutMs = PROBE_TIMEOUT_MS,
}: ProbeOptions): Promise<ProbeResult> {
  const args = ['-v', 'warning', '-show_entries', ENTRIES, '-of', 'json'];
  const timeout = AbortSignal.timeout(timeoutMs);
  const opening = openInput(ffprobePath, source, { isPlayed: false, care });
  const child = spawnProgram(ffprobePath, [...args, ...opening.args], {
    stdio: [opening.script === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    killSignal: 'SIGKILL',
  });
  if (opening.script !== undefined) writeScript(child, opening.script);
  const complaints = new LastLines();
  let answer = '';
  const [stdout, stderr] = [readablePipe(child, 1), readablePipe(child, 2)];
  if (stderr !== undefined) readLines(stderr, (line) => complaints.add(line));
  stdout?.setEncoding('utf8').on('data', (text: string) => {
    if (answer.length < MAX_ANSWER_LENGTH) answer += text;
  });
  const end = await new Promise<Error | number | null>((resolve) => {
    child.once('error', resolve);
    child.once('close', resolve);
  });
  const streams = end === 0 ? parseStreams(answer) : [];
  if (streams.length > 0) return { kind: 'found', streams, answer };
  const { lines } = complaints;
  const message = isMissingProgram(end) ? NO_FFMPEG : explainFailure(lines);
  return { kind: 'failed', isSlow: timeout.aborted, message, complaints: lines };
}

/** The streams in ffprobe's JSON, without cover images. */
export function parseStreams(json: string): readonly ProbedStream[] {
  const answer = parseJson(json);
  const streams: unknown = fieldOf(answer, 'streams');
  return Array.isArray(streams) ? streams.flatMap((stream: unknown) => parseStream(stream)) : [];
}

function parseStream(stream: unknown): ProbedStream[] {
  const kind = fieldOf(stream, 'codec_type');
  if (kind !== 'audio' && kind !== 'video') return [];
  if (fieldOf(fieldOf(stream, 'disposition'), 'attached_pic') === 1) return [];
  return [
    {
      kind,
      codec: textOf(stream, 'codec_name'),
      profile: textOf(stream, 'profile'),
      level: numberOf(stream, 'level'),
      pixelFormat: textOf(stream, 'pix_fmt'),
      hasBFrames: numberOf(stream, 'has_b_frames') > 0,
      width: numberOf(stream, 'width'),
      height: numberOf(stream, 'height'),
      sampleRate: numberOf(stream, 'sample_rate'),
      channels: numberOf(stream, 'channels'),
    },
  ];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: treated as no streams.
    return undefined;
  }
}

function textOf(value: unknown, name: string): string {
  const field = fieldOf(value, name);
  return typeof field === 'string' ? field : '';
}

function numberOf(value: unknown, name: string): number {
  const number = Number(fieldOf(value, name));
  return Number.isFinite(number) ? number : 0;
}
