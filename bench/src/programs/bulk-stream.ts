/** @module Streams that end in the device itself: one reads to the end, the other sends, as fast as the other side reads. */
import type { DeviceStream } from '@longwire/device';

/** The size of a message that is fastest (docs/platform.md). */
const chunk = new Uint8Array(64 * 1024);

/** Reads everything; the end is answered when all of it has arrived. */
export function readToEnd(stream: DeviceStream): void {
  stream.on('end', () => stream.end());
  stream.resume();
}

/** Sends that many bytes. */
export function sendBytes(bytes: number): (stream: DeviceStream) => void {
  return (stream) => {
    let left = bytes;
    const send = (): void => {
      while (left > 0) {
        const isRoom = stream.write(chunk.subarray(0, left));
        left -= chunk.length;
        if (!isRoom) return;
      }
      stream.end();
    };
    stream.resume().on('drain', send);
    send();
  };
}
