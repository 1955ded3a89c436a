/** @module A camera that encodes a moving picture for each client, and can be switched to another encoder. */
import { spawn, type ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import { listen } from '../../scripts/listening.ts';

/** What it sees, unless something else is given. */
const SCENE = 'testsrc2=size=320x240:rate=15';

/** One camera on its own port; `switchOff` ends it. */
export class EncodingCamera {
  readonly #running = new Set<ChildProcess>();
  readonly #server = createServer((socket) => {
    const inputs = this.#scenes.map((scene) => `-re -f lavfi -i ${scene}`);
    // Each packet is sent at once: without the limit, Matroska is written in blocks of a second.
    const output = '-g 15 -pix_fmt yuv420p -copyts -flush_packets 1 -cluster_time_limit 1 -f matroska pipe:1';
    const options = ['-v error -nostdin', ...inputs, this.#encoder, output];
    const args = options.flatMap((option) => option.split(' '));
    const ffmpeg = spawn('ffmpeg', args, { stdio: ['ignore', 'pipe', 'ignore'] });
    this.#running.add(ffmpeg);
    ffmpeg.once('exit', () => this.#running.delete(ffmpeg));
    ffmpeg.stdout.pipe(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => ffmpeg.kill('SIGKILL'));
  });
  #encoder: string;
  readonly #scenes: readonly string[];

  /**
   * @param encoder ffmpeg's options; @param scenes filter graphs of ffmpeg without spaces, one for the picture (15 a second) and perhaps one
   * for the sound, whose times are kept
   */
  constructor(encoder: string, scenes: readonly string[] = [SCENE]) {
    this.#encoder = encoder;
    this.#scenes = scenes;
  }

  /** Starts it. Resolves with its address. */
  async switchOn(): Promise<string> {
    return `tcp://127.0.0.1:${await listen(this.#server)}`;
  }

  /** Starts again with another encoder, as a camera does when its settings change. */
  encodeAs(encoder: string): void {
    this.#encoder = encoder;
    for (const ffmpeg of this.#running) ffmpeg.kill('SIGKILL');
  }

  switchOff(): void {
    this.#server.close();
    for (const ffmpeg of this.#running) ffmpeg.kill('SIGKILL');
  }
}
