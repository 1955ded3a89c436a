/** @module A sink that records each talk in its own file, as Opus in Ogg. */
import { createWriteStream } from 'node:fs';
import { EdgeError, redactingLogger, silentLogger, type Logger } from '@longwire/protocol';
import type { AudioSink } from '../audio-sink.ts';
import { BoundedWriter } from './bounded-writer.ts';
import { DEFAULT_MAX_TALKERS, LimitedSink, type Talk } from './limited-sink.ts';
import { OggOpusStream } from './ogg-opus-stream.ts';

/** Options of {@link fileSink}. */
export interface FileSinkOptions {
  /** Most clients that may talk at the same time; by default four. */
  readonly maxTalkers?: number;
  /** Largest file, in bytes; by default 64 MiB, which is hours of speech. */
  readonly maxBytes?: number;
  /** Default: no logging. */
  readonly logger?: Logger;
}

/** The placeholder in a path for the start time of a talk. */
const TIME = '{time}';
const DEFAULT_MAX_BYTES: number = 64 * 1024 * 1024;

/** Creates a sink that records to a path with `{time}`, such as `/var/lib/gate/{time}.ogg`. @throws EdgeError ERR_DEVICE_OPTIONS for a path without it. */
export function fileSink(
  path: string,
  {
    maxTalkers = DEFAULT_MAX_TALKERS,
    maxBytes = DEFAULT_MAX_BYTES,
    logger = silentLogger,
  }: FileSinkOptions = {},
): AudioSink {
  if (!path.includes(TIME))
    throw new EdgeError('ERR_DEVICE_OPTIONS', `talk file path must contain ${TIME}, got ${path}`);
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
  // Never overwrites an existing file, and only the device's user can read the recording.
  const stream = createWriteStream(file, { flags: 'wx', mode: 0o600 });
  stream.on('error', (error) => fail(error.message));
  const ogg = new OggOpusStream();
  const writer = new BoundedWriter(stream, () => logger.warn('sink.stalled', { sink: file }));
  let bytes = 0;
  return {
    write: (packet) => {
      const pages = ogg.write(packet, writer.hasRoom);
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
