/** @module The first line of a stream, for services that are told in it what is wanted. */
import { utf8Decode } from '@longwire/protocol';
import type { DeviceStream } from './device-stream.ts';
import { StreamError } from './stream-error.ts';

/** How a line is read. */
export interface FirstLineOptions {
  readonly maxBytes: number;
  readonly timeoutMs: number;
}

const NEWLINE = 0x0a;

/**
 * Reads up to the first newline; what follows is dropped, and the stream is read to its end.
 * @throws StreamError when the line is too long, does not come in time, or the stream ends before it.
 */
export async function readFirstLine(
  stream: DeviceStream,
  { maxBytes, timeoutMs }: FirstLineOptions,
): Promise<string> {
  const line = Promise.withResolvers<string>();
  const timer = setTimeout(
    () => line.reject(StreamError.protocol(`stream sent no line in ${timeoutMs} ms`)),
    timeoutMs,
  );
  let received = Buffer.alloc(0);
  const handleData = (bytes: Uint8Array): void => {
    received = Buffer.concat([received, bytes.subarray(0, maxBytes + 1)]);
    const end = received.indexOf(NEWLINE);
    if (end >= 0 && end <= maxBytes) line.resolve(utf8Decode(received.subarray(0, end)));
    else if (received.length > maxBytes)
      line.reject(StreamError.protocol(`line expected up to ${maxBytes} bytes`));
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
