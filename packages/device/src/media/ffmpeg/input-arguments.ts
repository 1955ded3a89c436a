/** @module The input arguments of ffmpeg and ffprobe. */
import { EdgeError } from '@longwire/protocol';

/** A configured input. */
export interface FfmpegInput {
  /** An address (`rtsp://…`, `http://…`), a device (`/dev/video0`), a file (played in a loop), or with other options anything ffmpeg opens. */
  readonly input: string;
  /** Additional options before `-i`; they follow the default options and override them. */
  readonly inputOptions?: readonly string[];
}

/** How much of the input is analyzed before the start: `quick` is enough for cameras that describe their streams. */
export type InputCare = 'quick' | 'careful';

/** What an input is opened for: `isPlayed` by ffmpeg, else by ffprobe. */
export interface InputUse {
  readonly isPlayed: boolean;
  readonly care: InputCare;
}

/** Longest address. Reason: longer ones are mistakes. */
const MAX_INPUT_LENGTH = 4096;

/** ffmpeg's network timeout, in microseconds. */
const NETWORK_TIMEOUT_US = 10_000_000;

/** Options for each kind of address and the protocols that it may lead to; never from the network to a file. */
const NETWORK: Readonly<Record<string, NetworkInput>> = {
  rtsp: rtsp(),
  rtsps: rtsp(),
  http: http(),
  https: http(),
  rtmp: { protocols: 'rtmp,tcp', options: [] },
  rtmps: { protocols: 'rtmps,tls,tcp', options: [] },
  srt: { protocols: 'srt,udp', options: [] },
  udp: { protocols: 'udp,rtp', options: [] },
  rtp: { protocols: 'rtp,udp', options: [] },
  tcp: { protocols: 'tcp', options: [] },
};

interface NetworkInput {
  readonly protocols: string;
  readonly options: readonly string[];
  /** Whether frames from the analysis are played too; otherwise they are skipped, and playback starts at the next keyframe. */
  readonly playsAnalyzed?: boolean;
}

/**
 * The analysis of the frame rate, which takes up to a second and is not needed, is off; so the frames that it reads are few, and played. There is no
 * timeout: ffmpeg 4 (Ubuntu 22.04) takes it as a time to wait for a camera that connects, and one that is silent is ended by the device.
 */
function rtsp(): NetworkInput {
  return {
    protocols: 'rtsp,rtsps,rtp,srtp,tcp,udp,tls,crypto',
    options: ['-rtsp_transport', 'tcp', '-fpsprobesize', '0'],
    playsAnalyzed: true,
  };
}

function http(): NetworkInput {
  return {
    protocols: 'http,https,httpproxy,tcp,tls,crypto,hls',
    options: ['-rw_timeout', String(NETWORK_TIMEOUT_US)],
  };
}

/** Checks an input. @throws EdgeError ERR_MEDIA_INPUT */
export function checkInput({ input, inputOptions = [] }: FfmpegInput): void {
  if (input === '' || input.length > MAX_INPUT_LENGTH || input.startsWith('-'))
    throw new EdgeError('ERR_MEDIA_INPUT', 'camera input must be an address or a path');
  if ([input, ...inputOptions].some((part) => part.includes('\0')))
    throw new EdgeError('ERR_MEDIA_INPUT', 'camera input must not contain zero bytes');
  const scheme = schemeOf(input);
  if (scheme !== undefined && !isSupported(scheme, inputOptions))
    throw new EdgeError(
      'ERR_MEDIA_INPUT',
      `camera input has the unsupported scheme ${scheme}: use one of ${Object.keys(NETWORK).join(', ')}`,
    );
}

function isSupported(scheme: string, inputOptions: readonly string[]): boolean {
  return scheme in NETWORK || inputOptions.includes('-protocol_whitelist');
}

/** The arguments up to and including the input, for ffmpeg (`isPlayed`) and ffprobe. */
export function inputArguments(
  { input, inputOptions = [] }: FfmpegInput,
  { isPlayed, care }: InputUse,
): string[] {
  const isFormatGiven = inputOptions.includes('-f');
  return [
    ...kindArguments(input, isFormatGiven, isPlayed),
    ...(care === 'quick' ? ['-analyzeduration', '1000000', '-probesize', '1000000'] : []),
    ...(isPlayed ? inputOptions : withoutPlaying(inputOptions)),
    '-i',
    input,
  ];
}

/** Playback options that ffprobe does not support, and whether a value follows. */
export const PLAYING: ReadonlyMap<string, boolean> = new Map([
  ['-re', false],
  ['-readrate', true],
  ['-stream_loop', true],
  ['-itsoffset', true],
  ['-ss', true],
  ['-t', true],
  ['-thread_queue_size', true],
  ['-use_wallclock_as_timestamps', true],
]);

function withoutPlaying(options: readonly string[]): string[] {
  return options.filter(
    (option, index) => !PLAYING.has(option) && PLAYING.get(options[index - 1] ?? '') !== true,
  );
}

function kindArguments(input: string, isFormatGiven: boolean, isPlayed: boolean): readonly string[] {
  const scheme = schemeOf(input);
  const network = scheme === undefined ? undefined : NETWORK[scheme];
  const skipping = network?.playsAnalyzed === true ? [] : ['-fflags', 'nobuffer'];
  const live = isPlayed ? [...skipping, '-flags', 'low_delay'] : [];
  if (network !== undefined) return ['-protocol_whitelist', network.protocols, ...network.options, ...live];
  if (isFormatGiven) return [];
  if (/^\/dev\/video\d+$/u.test(input)) return ['-f', 'v4l2', ...live];
  const reading = ['-protocol_whitelist', 'file,crypto,data'];
  return isPlayed ? [...reading, '-re', '-stream_loop', '-1'] : reading;
}

function schemeOf(input: string): string | undefined {
  return /^([a-z][a-z\d+.-]*):\/\//iu.exec(input)?.[1]?.toLowerCase();
}
