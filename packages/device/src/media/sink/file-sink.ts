/** @module A sink that keeps each talk in a file of its own, Opus in Ogg. */
import { createWriteStream } from 'node:fs';
import { EdgeError, redactingLogger, silentLogger, type Logger } from '@longwire/protocol';
import type { AudioSink } from '../audio-sink.ts';
import { BoundedWriter } from './bounded-writer.ts';
import { DEFAULT_MAX_TALKERS, LimitedSink, type Talk } from './limited-sink.ts';
import { OggOpusStream } from './ogg-opus-stream.ts';

/** What {@link fileSink} can be told. */
export interface FileSinkOptions {
  /** How many clients are heard at once; four unless given. */
  readonly maxTalkers?: number;
  /** Where a file ends, in bytes; 64 MiB unless given, which is hours of speech. */
  readonly maxBytes?: number;
  /** Silent unless given. */
  readonly logger?: Logger;
}

/** What stands in a path for the time at which a talk began. */
const TIME = '{time}';
const DEFAULT_MAX_BYTES: number = 64 * 1024 * 1024;

/** Keeps each talk under a path with `{time}` in it, such as `/var/lib/gate/{time}.ogg`. @throws EdgeError ERR_DEVICE_OPTIONS for a path without. */
export function fileSink(
  path: string,
  {
    maxTalkers = DEFAULT_MAX_TALKERS,
    maxBytes = DEFAULT_MAX_BYTES,
    logger = silentLogger,
  }: FileSinkOptions = {},
): AudioSink {
  if (!path.includes(TIME))
    throw new EdgeError('ERR_DEVICE_OPTIONS', `path of talks expected ${TIME} in it, got ${path}`);
  const redacting = redactingLogger(logger);
  let talks = 0;
  return new LimitedSink({
    name: 'file',
    maxTalkers,
    logger: redacting,
    start: (fail) => {
      talks += 1;
      const time = `${new Date().toISOString().replaceAll(/[:.]/gu, '-')}-${talks}`;
      return startFileTalk(path.replaceAll(TIME, time), maxBytes, redacting, fail);
    },
  });
}

function startFileTalk(file: string, maxBytes: number, logger: Logger, fail: (reason: string) => void): Talk {
  // Nobody else's file is written to, and nobody else reads what was said.
  const stream = createWriteStream(file, { flags: 'wx', mode: 0o600 });
  stream.on('error', (error) => fail(error.message));
  const ogg = new OggOpusStream();
  const writer = new BoundedWriter(stream, () => logger.warn('sink.stalled', { sink: file }));
  let bytes = 0;
  return {
    write: (packet) => {
      const pages = ogg.write(packet);
      bytes += pages.reduce((sum, { length }) => sum + length, 0);
      if (bytes <= maxBytes) writer.write(pages);
      else {
        writer.end();
        fail(`file is ${maxBytes} bytes long`);
      }
    },
    end: () => writer.end(),
  };
}
