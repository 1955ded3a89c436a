/** @module Checks whether each camera sends what a browser can show. */
import { bad, good, silentLogger, type Verdict, warning } from '@longwire/protocol';
import type { CameraConfig, CameraInput } from '../config/camera-section.ts';
import { openCamera } from '../cli/open-camera.ts';
import { settingsInput } from '../config/settings-path.ts';
import { failureCause, type FailureCause } from '../media/ffmpeg/failure-cause.ts';
import { checkInput, type FfmpegInput } from '../media/ffmpeg/input-arguments.ts';
import { PROBE_TIMEOUT_MS, probeInput, type ProbedStream } from '../media/ffmpeg/probe-input.ts';
import { reasonOf } from '../log/reason-of.ts';
import { checkTalk } from './check-talk.ts';
import { judgeTracks } from './judge-tracks.ts';
import type { ResolveName } from './resolve-name.ts';
import { runProgram } from '../process/run-program.ts';
import { fitsFormat } from '../media/codec-format.ts';
import { copiedVideo } from '../media/ffmpeg/output-plan.ts';

/** Options of {@link checkCameras}. */
export interface CameraCheck {
  readonly cameras: readonly CameraConfig[];
  readonly directory: string;
  /** Whether the device runs, which may itself use a camera that one program only can open. */
  readonly isRunning?: boolean;
  /** The paths of ffmpeg and ffprobe; found through PATH unless given. */
  readonly ffmpeg?: string;
  readonly ffprobe?: string;
  readonly timeoutMs?: number;
  readonly resolve?: ResolveName;
}

const INSTALL = 'install it: apt-get install ffmpeg';

function needsFfmpeg({ input, talk }: CameraConfig): boolean {
  return input.kind === 'ffmpeg' || input.kind === 'pattern' || talk?.kind === 'ffmpeg';
}

/** Checks every camera and the target of its talk. */
export async function checkCameras(check: CameraCheck): Promise<readonly Verdict[]> {
  const { cameras, ffmpeg = 'ffmpeg', ffprobe = 'ffprobe' } = check;
  const verdicts: Verdict[] = [];
  if (cameras.some(needsFfmpeg)) {
    const [found, probe] = [await checkProgram('ffmpeg', ffmpeg), await checkProgram('ffprobe', ffprobe)];
    verdicts.push(found, probe);
    if (found.kind === 'bad' || probe.kind === 'bad') return verdicts;
  }
  for (const camera of cameras) {
    const { name, talk } = camera;
    verdicts.push(...(await checkCamera(camera, { ...check, ffprobe })));
    if (talk !== undefined) verdicts.push(await checkTalk(name, talk, { ...check, ffmpeg }));
  }
  return verdicts;
}

async function checkProgram(step: string, program: string): Promise<Verdict> {
  const end = await runProgram(program, ['-version'], PROBE_TIMEOUT_MS);
  if (end.kind === 'done') return good(step, end.output.split(/ Copyright|\n/u)[0] ?? 'there');
  return bad(
    step,
    end.kind === 'missing' ? `${program} is not installed` : `${program} does not run`,
    INSTALL,
  );
}

async function checkCamera(camera: CameraConfig, check: CameraCheck): Promise<readonly Verdict[]> {
  const { name, input } = camera;
  const step = `camera ${name}`;
  if (input.kind === 'rtp') return [good(step, 'waits for RTP that another program sends')];
  try {
    if (input.kind === 'ffmpeg') return await checkInputs(step, input, check);
    const open = await openCamera({ name, input }, { directory: check.directory, logger: silentLogger });
    open.close();
    return [good(step, input.kind === 'clip' ? 'the clip can be played' : 'a test pattern')];
  } catch (error) {
    return [bad(step, reasonOf(error), 'check this camera in device.toml')];
  }
}

async function checkInputs(
  step: string,
  { inputs, inputOptions, transcode, audio }: Extract<CameraInput, { kind: 'ffmpeg' }>,
  check: CameraCheck,
): Promise<readonly Verdict[]> {
  const verdicts: Verdict[] = [];
  const found: (readonly ProbedStream[])[] = [];
  for (const [index, input] of inputs.entries()) {
    const of = index === 0 ? step : `${step}, input ${index + 1}`;
    const streams = await probe(of, { input, inputOptions }, check);
    if ('kind' in streams) verdicts.push(streams);
    // The sound is the first input's.
    else verdicts.push(...judgeTracks(of, streams, { transcode, audio: audio && index === 0 }));
    found.push('kind' in streams ? [] : streams);
  }
  return [...verdicts, ...judgeLevels(step, found)];
}

async function probe(
  step: string,
  { input, inputOptions }: FfmpegInput,
  { directory, isRunning = false, ffprobe = 'ffprobe', timeoutMs = PROBE_TIMEOUT_MS }: CameraCheck,
): Promise<readonly ProbedStream[] | Verdict> {
  const source = {
    input: settingsInput(directory, input),
    ...(inputOptions !== undefined && { inputOptions }),
  };
  checkInput(source);
  const result = await probeInput({ source, ffprobePath: ffprobe, care: 'careful', timeoutMs });
  if (result.kind === 'found') return result.streams;
  if (result.isSlow)
    return bad(
      step,
      `it has sent nothing for ${timeoutMs / 1000} s`,
      "check its power and network, and 'input' in device.toml",
    );
  const cause = failureCause(result.complaints);
  if (cause === 'busy' && isRunning)
    return warning(
      step,
      'it is in use: by the running device, or by another program',
      "see 'status' whether the device has its picture; if not, end the other program",
    );
  const [reason, advice] = FINDINGS[cause];
  return bad(step, reason, advice);
}

const INPUT = "'input' in device.toml";
const OPTIONS = "'input_options' in device.toml";

/** Each cause with its remedy. The text of ffprobe is not used: it may contain the address, and with it a password. */
const FINDINGS: Readonly<Record<FailureCause, readonly [reason: string, advice: string]>> = {
  credentials: [
    'it refuses the user name or password',
    `check the user and password in the address, ${INPUT}`,
  ],
  'no-stream': [
    'it has no stream at this address',
    `check the path of the address, after the host, in ${INPUT}: see the camera's manual`,
  ],
  'unknown-host': [
    'its name is not found',
    `check the name in ${INPUT}, or put the address in numbers there`,
  ],
  'no-file': ['no such file or device', `check ${INPUT}`],
  'no-device': ['it is not plugged in', `plug it in, or check ${INPUT}`],
  permission: [
    'this user may not read it',
    "let the device's user read it: the group 'video' may read cameras that are plugged in",
  ],
  busy: ['another program uses it', 'end that program'],
  scheme: ['the scheme of its address is not supported', `check how the address begins, ${INPUT}`],
  option: ['ffmpeg does not know one of the input options', `check ${OPTIONS}`],
  refused: [
    'it refuses connections',
    `check the address and the port in ${INPUT}, and that the camera is on`,
  ],
  unreachable: ['it cannot be reached from this network', `check the address in ${INPUT}, and the network`],
  'no-answer': ['it does not answer', `check its power and network, and the address in ${INPUT}`],
  'other-tracks': ['it does not send the requested tracks', `check ${OPTIONS}`],
  unreadable: [
    'what it sends is not video or sound that ffmpeg knows',
    `check ${INPUT}: it may be a page, and not the stream`,
  ],
  unknown: ['ffprobe cannot read it', `run ffprobe yourself with the address in ${INPUT}`],
};

/** Judges the streams of each input, best first; an input that cannot be read has none. */
export function judgeLevels(step: string, inputs: readonly (readonly ProbedStream[])[]): readonly Verdict[] {
  const pictures = inputs.map((streams) => streams.find(({ kind }) => kind === 'video'));
  const [first] = pictures;
  return pictures.slice(1).flatMap((picture, index) => {
    if (first === undefined || picture === undefined) return [];
    const of = `${step}, input ${index + 2}`;
    const [best, other] = [copiedVideo(first)?.codec, copiedVideo(picture)?.codec];
    if (best !== undefined && other !== undefined && !fitsFormat(other, best))
      return [
        warning(
          of,
          `picture ${picture.codec}, and the first input sends ${first.codec}: it is not used`,
          'set both to the same format in the camera',
        ),
      ];
    if (picture.width * picture.height > first.width * first.height)
      return [
        warning(
          of,
          'its picture is larger than that of the first input',
          "put the best stream first in 'inputs'",
        ),
      ];
    return [];
  });
}
