/** @module A program that sends its picture as RTP to a port, in a given size. */
import { spawn, type ChildProcess } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/**
 * Five pictures a second: browsers count a freeze when one comes later than three of them apart or 150 ms more than one, which at a usual
 * rate is no more than a busy processor is away.
 */
const RATE = 5;
const PICTURE = `-v error -nostdin -re -f lavfi -i testsrc2=size=640x360:rate=${RATE} -pix_fmt yuv420p`;
const ENCODER = `-c:v libvpx -deadline realtime -cpu-used 8 -b:v 300k -g ${RATE}`;

/** One sender; it ends with `stop`. */
export class RtpSender {
  readonly port: number;
  #ffmpeg: ChildProcess | undefined;

  private constructor(port: number) {
    this.port = port;
  }

  /** Reserves a free port, without sending yet. */
  static async create(): Promise<RtpSender> {
    const socket = createSocket('udp4').bind(0, '127.0.0.1');
    await once(socket, 'listening');
    const { port } = socket.address();
    socket.close();
    return new RtpSender(port);
  }

  /** Sends the picture in this size from now on. */
  send(width: number, height: number): void {
    this.stop();
    const scale = ['-vf', `scale=${width}:${height}`, ...ENCODER.split(' ')];
    const to = ['-f', 'rtp', `rtp://127.0.0.1:${this.port}?pkt_size=1200`];
    this.#ffmpeg = spawn('ffmpeg', [...PICTURE.split(' '), ...scale, ...to], { stdio: 'ignore' });
  }

  stop(): void {
    this.#ffmpeg?.kill('SIGKILL');
  }
}
