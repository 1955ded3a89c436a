/** @module `[[camera]]`: its picture and sound, and where talk is sent. */
import { assertNever, given } from '@longwire/protocol';
import { MAX_LEVELS } from '../media/ladder/layered-source.ts';
import type { HostPort } from './host-port.ts';
import { parseHostPort } from './host-port.ts';
import { parseConfigName, parseTitle } from './config-name.ts';
import type { TableReader } from './table-reader.ts';

/** The video codecs of RTP on a port. */
export const RTP_VIDEO_CODECS = ['H264', 'H265', 'VP8', 'VP9', 'AV1'] as const;
/** The audio codecs of RTP on a port. */
export const RTP_AUDIO_CODECS = ['opus', 'PCMU', 'PCMA'] as const;

/** RTP on a UDP port. */
export interface RtpInput<C extends string> {
  readonly port: number;
  readonly codec: C;
}

/** The source of a camera's picture and sound. */
export type CameraInput =
  | {
      readonly kind: 'ffmpeg';
      /** Files, devices or URLs in the form ffmpeg expects, best quality first; they may contain a password. */
      readonly inputs: readonly string[];
      readonly inputOptions: readonly string[];
      readonly transcode: boolean;
      readonly audio: boolean;
      /** Whether ffmpeg also runs without viewers. */
      readonly keepWarm: boolean;
      /** Whether movement is a notification. */
      readonly motion: boolean;
    }
  | { readonly kind: 'clip'; readonly file: string }
  | { readonly kind: 'pattern' }
  | {
      readonly kind: 'rtp';
      readonly video?: RtpInput<(typeof RTP_VIDEO_CODECS)[number]>;
      readonly audio?: RtpInput<(typeof RTP_AUDIO_CODECS)[number]>;
    };

/** Where talk to a camera is sent. */
export type TalkOutput =
  | { readonly kind: 'ffmpeg'; readonly args: readonly string[] }
  | { readonly kind: 'file'; readonly path: string }
  | ({ readonly kind: 'rtp' } & HostPort);

/** One camera; its tracks are `<name>-video` and `<name>-audio`. */
export interface CameraConfig {
  readonly name: string;
  /** Words for people, such as `Front door`. */
  readonly title?: string | undefined;
  readonly input: CameraInput;
  readonly talk?: TalkOutput;
}

/** Most cameras. Reason: each may run an ffmpeg of its own, and a board has a few cores. */
export const MAX_CAMERAS = 16;

/** A camera that the kernel offers (V4L2). */
const BOARD_CAMERA = /^\/dev\/(?:video\d|v4l\/)/u;

const PORTS = { min: 1, max: 65_535 };
const INPUT_KEYS = ['input', 'inputs', 'clip', 'test_pattern', 'rtp_port', 'rtp_audio_port'] as const;
const OTHER_KEYS = [
  'title',
  'input_options',
  'transcode',
  'audio',
  'keep_warm',
  'motion',
  'rtp_codec',
  'rtp_audio_codec',
  'talk',
] as const;

/** Reads one `[[camera]]`. @throws EdgeError ERR_CONFIG */
export function parseCamera(table: TableReader): CameraConfig {
  const name = table.parsed('name', parseConfigName) ?? table.missing('name', 'a name, such as frontdoor');
  const title = table.parsed('title', parseTitle);
  const input = parseInput(table);
  const talk = table.table('talk');
  table.end();
  return {
    name,
    ...(title !== undefined && { title }),
    input,
    ...(talk === undefined ? {} : { talk: parseTalk(talk) }),
  };
}

function kindOfKey(key: (typeof INPUT_KEYS)[number]): 'input' | 'inputs' | 'clip' | 'test_pattern' | 'rtp' {
  return key === 'rtp_port' || key === 'rtp_audio_port' ? 'rtp' : key;
}

function parseInput(table: TableReader): CameraInput {
  const kinds = new Set(INPUT_KEYS.filter((key) => table.has(key)).map(kindOfKey));
  const [kind, second] = kinds;
  if (kind === undefined || second !== undefined) {
    // A misspelt source is reported as such, which is the better message.
    for (const key of OTHER_KEYS) table.has(key);
    table.end();
    throw table.problem(
      'a camera needs exactly one of "input", "inputs", "clip", "test_pattern" and "rtp_port"',
    );
  }
  const ffmpeg = readFfmpegKeys(table);
  const rtp = readRtpCodecs(table);
  switch (kind) {
    case 'input':
    case 'inputs': {
      const inputs = kind === 'input' ? [table.requiredText('input')] : readInputs(table);
      // Movement is watched by a second ffmpeg, and the kernel lets one program only read such a camera.
      if (ffmpeg.motion && BOARD_CAMERA.test(inputs.at(-1) ?? ''))
        throw table.error(
          'motion',
          'is not possible with a camera of this board: one program only can read it',
        );
      return { kind: 'ffmpeg', inputs, ...ffmpeg };
    }
    case 'clip':
      return { kind: 'clip', file: table.requiredText('clip') };
    case 'test_pattern':
      if (table.flag('test_pattern') !== true) throw table.error('test_pattern', 'must be true');
      return { kind: 'pattern' };
    case 'rtp':
      return { kind: 'rtp', ...rtp };
    default:
      return assertNever(kind);
  }
}

function readInputs(table: TableReader): readonly string[] {
  const inputs = table.texts('inputs') ?? [];
  if (inputs.length === 0 || inputs.length > MAX_LEVELS)
    throw table.error('inputs', `must have 1 to ${MAX_LEVELS} addresses, best quality first`);
  return inputs;
}

/** Keys that only `input` and `inputs` allow. */
function readFfmpegKeys(table: TableReader): {
  inputOptions: readonly string[];
  transcode: boolean;
  audio: boolean;
  keepWarm: boolean;
  motion: boolean;
} {
  const isFfmpeg = table.has('input') || table.has('inputs');
  const misplaced = (['input_options', 'transcode', 'audio', 'keep_warm', 'motion'] as const).find(
    (key) => table.has(key) && !isFfmpeg,
  );
  if (misplaced !== undefined) throw table.error(misplaced, 'is allowed only together with "input"');
  return {
    inputOptions: table.texts('input_options') ?? [],
    transcode: table.flag('transcode') ?? false,
    audio: table.flag('audio') ?? true,
    keepWarm: table.flag('keep_warm') ?? false,
    motion: table.flag('motion') ?? false,
  };
}

type RtpParts = Omit<Extract<CameraInput, { kind: 'rtp' }>, 'kind'>;

function readRtpCodecs(table: TableReader): RtpParts {
  const video = readRtp(table, 'rtp_port', 'rtp_codec', RTP_VIDEO_CODECS, 'H264');
  const audio = readRtp(table, 'rtp_audio_port', 'rtp_audio_codec', RTP_AUDIO_CODECS, 'opus');
  if (video !== undefined && video.port === audio?.port)
    throw table.error('rtp_audio_port', 'must be another port than "rtp_port"');
  return given({ video, audio });
}

function readRtp<C extends string>(
  table: TableReader,
  portKey: string,
  codecKey: string,
  codecs: readonly C[],
  usual: C,
): RtpInput<C> | undefined {
  const port = table.wholeNumber(portKey, PORTS);
  const codec = table.choice(codecKey, codecs);
  if (port === undefined && codec !== undefined)
    throw table.error(codecKey, `is allowed only together with "${portKey}"`);
  return port === undefined ? undefined : { port, codec: codec ?? usual };
}

function parseTalk(table: TableReader): TalkOutput {
  const args = table.texts('ffmpeg');
  const path = table.text('file');
  if (path?.includes('{time}') === false)
    throw table.error('file', 'must be a path with {time} in it, since each talk is a separate file');
  const address = table.parsed('rtp', parseHostPort);
  table.end();
  const outputs: TalkOutput[] = [
    ...(args === undefined ? [] : [{ kind: 'ffmpeg', args } as const]),
    ...(path === undefined ? [] : [{ kind: 'file', path } as const]),
    ...(address === undefined ? [] : [{ kind: 'rtp', ...address } as const]),
  ];
  const [output, second] = outputs;
  if (output === undefined || second !== undefined)
    throw table.problem('needs exactly one of "ffmpeg", "file" and "rtp"');
  return output;
}
