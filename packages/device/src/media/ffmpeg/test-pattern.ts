/** @module A moving picture and a tone, made by ffmpeg: something to show where there is no camera. */
import { redactingLogger, silentLogger, type Logger } from '@longwire/protocol';
import { Camera } from './camera.ts';
import type { FfmpegSource } from './open-ffmpeg-source.ts';
import { encodedAudio, encodedVideo, type EncodedVideo } from './output-plan.ts';
import { DEFAULT_CAMERA_TIMING, type CameraTiming } from './restart-policy.ts';

/** How the pattern looks. */
export interface TestPatternOptions {
  /** In pixels, even; 640 unless given. */
  readonly width?: number;
  /** In pixels, even; 360 unless given. */
  readonly height?: number;
  /** Pictures a second; 30 unless given. */
  readonly rate?: number;
  /** H.264 unless given. */
  readonly codec?: EncodedVideo;
  readonly ffmpegPath?: string;
  /** Silent unless given. */
  readonly logger?: Logger;
  readonly timing?: Partial<CameraTiming>;
}

/** Hz: a concert pitch, and well inside what every codec carries. */
const TONE_HZ = 440;

/** Makes a test pattern with running time, and a tone that comes and goes each second. */
export function testPattern(options: TestPatternOptions = {}): FfmpegSource {
  const { width = 640, height = 360, rate = 30, codec = 'H264' } = options;
  // The picture counts its seconds; [out1] is the sound.
  const graph = `testsrc=size=${width}x${height}:rate=${rate}[out0];sine=frequency=${TONE_HZ}:beep_factor=4[out1]`;
  const camera = new Camera({
    name: 'test-pattern',
    source: { input: graph, inputOptions: ['-re', '-f', 'lavfi'] },
    tracks: ['video', 'audio'],
    transcode: undefined,
    ffmpegPath: options.ffmpegPath ?? 'ffmpeg',
    ffprobePath: 'ffprobe',
    logger: redactingLogger(options.logger ?? silentLogger),
    timing: { ...DEFAULT_CAMERA_TIMING, ...options.timing },
  });
  camera.openAs({ video: encodedVideo(codec), audio: encodedAudio() });
  return camera;
}
