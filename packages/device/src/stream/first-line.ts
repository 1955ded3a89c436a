/** @module Reads the first line of a stream, which some services use as the request. */
import { utf8Decode } from '@longwire/protocol';
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
export async function readFirstLine(
  stream: DeviceStream,
  { maxBytes, timeoutMs }: FirstLineOptions,
): Promise<string> {
  const line = Promise.withResolvers<string>();
  const timer = setTimeout(
    () => line.reject(StreamError.protocol(`no first line received within ${timeoutMs} ms`)),
    timeoutMs,
  );
  let received = Buffer.alloc(0);
  const handleData = (bytes: Uint8Array): void => {
    received = Buffer.concat([received, bytes.subarray(0, maxBytes + 1)]);
    const end = received.indexOf(NEWLINE);
    if (end >= 0 && end <= maxBytes) line.resolve(utf8Decode(received.subarray(0, end)));
    else if (received.length > maxBytes)
      line.reject(StreamError.protocol(`the first line is longer than ${maxBytes} bytes`));
  };
  const handleEnd = (): void => line.reject(StreamError.protocol('stream ended before its first line'));
  stream.on('data', handleData);
  stream.once('end', handleEnd);
  stream.once('close', handleEnd);
  try {
    return await line.promise;
  } finally {
    clearTimeout(timer);
    stream.off('data', handleData);
    stream.off('end', handleEnd);
    stream.off('close', handleEnd);
    stream.resume();
  }
}
