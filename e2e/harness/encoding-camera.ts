/** @module A camera that encodes a moving picture for whoever connects, and can be set to another encoder. */
import { spawn, type ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import { listen } from './listening.ts';

const PICTURE = '-v error -nostdin -re -f lavfi -i testsrc2=size=320x240:rate=15 -g 15 -pix_fmt yuv420p';

/** One camera on a port of its own; it ends with `switchOff`. */
export class EncodingCamera {
  readonly #running = new Set<ChildProcess>();
  readonly #server = createServer((socket) => {
    const args = [...PICTURE.split(' '), ...this.#encoder.split(' '), '-f', 'matroska', 'pipe:1'];
    const ffmpeg = spawn('ffmpeg', args, { stdio: ['ignore', 'pipe', 'ignore'] });
    this.#running.add(ffmpeg);
    ffmpeg.once('exit', () => this.#running.delete(ffmpeg));
    ffmpeg.stdout.pipe(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => ffmpeg.kill('SIGKILL'));
  });
  #encoder: string;

  /** @param encoder The options of ffmpeg. */
  constructor(encoder: string) {
    this.#encoder = encoder;
  }

  /** Begins; resolves with its address. */
  async switchOn(): Promise<string> {
    return `tcp://127.0.0.1:${await listen(this.#server)}`;
  }

  /** Starts again with another encoder, as a camera does whose settings are changed. */
  encodeAs(encoder: string): void {
    this.#encoder = encoder;
    for (const ffmpeg of this.#running) ffmpeg.kill('SIGKILL');
  }

  switchOff(): void {
    this.#server.close();
    for (const ffmpeg of this.#running) ffmpeg.kill('SIGKILL');
  }
}
