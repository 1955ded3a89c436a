/** @module A network camera in its own process, which can be switched off and on; its picture is red on the left and blue on the right. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { freePort } from '../../packages/signaling/src/test-support/free-port.fixture.ts';
import { ROOT } from './paths.ts';

/** The interpreter for Debian's GStreamer bindings. */
const PYTHON = '/usr/bin/python3';
const PROGRAM = join(ROOT, 'e2e/peers/rtsp-camera.py');

/** The camera's sound. */
export type CameraSound = 'aac' | 'opus' | 'pcmu';

const SOUND_ARGS: Readonly<Record<CameraSound, readonly string[]>> = {
  aac: ['-c:a', 'aac'],
  opus: ['-c:a', 'libopus'],
  pcmu: ['-c:a', 'pcm_mulaw', '-ar', '8000', '-ac', '1'],
};

/** How a camera is set up. */
export interface RtspCameraOptions {
  /** The folder of its file. */
  readonly directory: string;
  readonly sound: CameraSound;
  readonly user?: string;
  readonly password?: string;
  /** The command that runs it elsewhere, in a network namespace. */
  readonly within?: readonly string[];
}

/** Two minutes of red and blue with a white block that moves along the top, and a tone. */
async function makeFile(directory: string, sound: CameraSound): Promise<string> {
  // Only QuickTime files hold PCMU, only MP4 files Opus.
  const file = join(directory, sound === 'pcmu' ? 'camera.mov' : 'camera.mp4');
  const picture = [
    'color=red:size=160x240:rate=15[left]',
    'color=blue:size=160x240:rate=15[right]',
    'color=white:size=40x40:rate=15[block]',
    "[left][right]hstack[ground];[ground][block]overlay=x='mod(t*80,280)':y=0:shortest=1",
  ].join(';');
  const input = ['-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000'];
  const video = ['-c:v', 'libx264', '-preset', 'ultrafast', '-bf', '0', '-g', '15', '-pix_fmt', 'yuv420p'];
  const args = ['-v', 'error', '-y', ...input, '-t', '120', ...video, ...SOUND_ARGS[sound], file];
  await promisify(execFile)('ffmpeg', args);
  return file;
}

/** One camera. */
export class RtspCamera {
  readonly #options: RtspCameraOptions;
  readonly #file: string;
  readonly #port: number;
  #process: ChildProcess | undefined;

  private constructor(options: RtspCameraOptions, file: string, port: number) {
    this.#options = options;
    this.#file = file;
    this.#port = port;
  }

  /** Creates a camera that is off. */
  static async create(options: RtspCameraOptions): Promise<RtspCamera> {
    return new RtspCamera(options, await makeFile(options.directory, options.sound), await freePort());
  }

  /** Its address, with its user and password by default. */
  address(credentials?: string): string {
    const { user, password } = this.#options;
    const own = user === undefined ? '' : `${user}:${password}@`;
    return `rtsp://${credentials ?? own}127.0.0.1:${this.#port}/live`;
  }

  async switchOn(): Promise<void> {
    const { sound, user, password = '', within = [] } = this.#options;
    const own = user === undefined ? [] : [user, password];
    const [program = PYTHON, ...args] = [
      ...within,
      PYTHON,
      PROGRAM,
      String(this.#port),
      this.#file,
      sound,
      ...own,
    ];
    const child = spawn(program, args, {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#process = child;
    for await (const line of createInterface({ input: child.stdout }))
      if (line.startsWith('listening')) return;
    throw new Error('the camera did not start');
  }

  /** As when it is unplugged. */
  async switchOff(): Promise<void> {
    const child = this.#process;
    this.#process = undefined;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }
}
