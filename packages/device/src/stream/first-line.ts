/** @module Reads the first line of a stream, which some services use as the request. */
import { utf8Decode, waitFor } from '@longwire/protocol';
import { systemClock } from '../time/system-clock.ts';
import type { DeviceStream } from './device-stream.ts';
import { StreamError } from './stream-error.ts';

/** Limits of {@link readFirstLine}. */
export interface FirstLineOptions {
  readonly maxBytes: number;
  readonly timeoutMs: number;
}

const NEWLINE = 0x0a;

/**
 * Reads up to the first newline; later bytes are read and discarded.
 * @throws StreamError if the line is too long or late, or if the stream ends before it.
 */
export function readFirstLine(
  stream: DeviceStream,
  { maxBytes, timeoutMs }: FirstLineOptions,
): Promise<string> {
  const error = (): Error => StreamError.protocol(`no first line received within ${timeoutMs} ms`);
  const time = { clock: systemClock, limitMs: timeoutMs, error };
  return waitFor({ time }, ({ resolve, reject }) => {
    let received = Buffer.alloc(0);
    const handleData = (bytes: Uint8Array): void => {
      received = Buffer.concat([received, bytes.subarray(0, maxBytes + 1)]);
      const end = received.indexOf(NEWLINE);
      if (end >= 0 && end <= maxBytes) resolve(utf8Decode(received.subarray(0, end)));
      else if (received.length > maxBytes)
        reject(StreamError.protocol(`the first line is longer than ${maxBytes} bytes`));
    };
    const handleEnd = (): void => reject(StreamError.protocol('stream ended before its first line'));
    stream.on('data', handleData);
    stream.once('end', handleEnd);
    stream.once('close', handleEnd);
    return () => {
      stream.off('data', handleData);
      stream.off('end', handleEnd);
      stream.off('close', handleEnd);
      stream.resume();
    };
  });
}
