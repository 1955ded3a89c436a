/** @module A camera that encodes a moving picture for each client, and can be switched to another encoder. */
import { spawn, type ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import { listen } from './listening.ts';

/** What it sees, unless something else is given. */
const SCENE = 'testsrc2=size=320x240:rate=15';

/** One camera on its own port; `switchOff` ends it. */
export class EncodingCamera {
  readonly #running = new Set<ChildProcess>();
  readonly #server = createServer((socket) => {
    const picture = `-v error -nostdin -re -f lavfi -i ${this.#scene} -g 15 -pix_fmt yuv420p`;
    const args = [...picture.split(' '), ...this.#encoder.split(' '), '-f', 'matroska', 'pipe:1'];
    const ffmpeg = spawn('ffmpeg', args, { stdio: ['ignore', 'pipe', 'ignore'] });
    this.#running.add(ffmpeg);
    ffmpeg.once('exit', () => this.#running.delete(ffmpeg));
    ffmpeg.stdout.pipe(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => ffmpeg.kill('SIGKILL'));
  });
  #encoder: string;
  readonly #scene: string;

  /** @param encoder ffmpeg's options; @param scene a filter graph of ffmpeg, 15 pictures a second */
  constructor(encoder: string, scene: string = SCENE) {
    this.#encoder = encoder;
    this.#scene = scene;
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
