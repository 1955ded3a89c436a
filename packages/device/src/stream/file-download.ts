/** @module A stream handler that sends one file or one directory listing, requested in the first line (docs/protocol/streams.md). */
import { lstat, opendir, type FileHandle } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { EdgeError, StreamResetCode } from '@longwire/protocol';
import type { DeviceStream } from './device-stream.ts';
import { readFirstLine } from './first-line.ts';
import { openBelow, type SafePath } from './safe-path.ts';
import { StreamError } from './stream-error.ts';
import type { StreamHandler } from './stream-handler.ts';

/** Options of {@link fileDownload}. */
export interface FileDownloadOptions {
  /** The directory whose files can be downloaded, including subdirectories. */
  readonly root: string;
}

/** Longest path, in bytes. Reason: the limit of the operating system (PATH_MAX). */
const MAX_PATH_BYTES = 4096;

/** How long the first line may take, in milliseconds. Reason: the same as the timeout of a request. */
const LINE_TIMEOUT_MS = 10_000;

/** Most entries of a listed directory. Reason: the list is built in memory. */
export const MAX_LISTED_ENTRIES = 1000;

/** Size of one read from a file, in bytes: a few messages. */
const READ_BYTES = 256 * 1024;

/** The first line of the answer, as JSON. The status codes are those of requests. */
interface AnswerHead {
  readonly status: 205 | 400 | 403 | 404 | 413;
  readonly type?: 'file' | 'directory';
  /** The number of bytes that follow. */
  readonly size?: number;
  readonly name?: string;
}

/**
 * Creates a handler that sends files of one directory. It refuses paths that lead out of the directory, also through symbolic
 * links, and anything but files and directories. @throws EdgeError ERR_DEVICE_OPTIONS if the root is empty.
 */
export function fileDownload({ root }: FileDownloadOptions): StreamHandler {
  if (root === '') throw new EdgeError('ERR_DEVICE_OPTIONS', 'download root must not be empty');
  const handler = async (stream: DeviceStream): Promise<void> => {
    const path = await readFirstLine(stream, { maxBytes: MAX_PATH_BYTES, timeoutMs: LINE_TIMEOUT_MS });
    const found = await openBelow(root, path.replace(/\r$/u, ''));
    switch (found.kind) {
      case 'file':
        return sendFile(stream, found.handle, found.size, basename(path.trim()));
      case 'directory':
        return sendList(stream, found);
      case 'bad':
        return sendHead(stream, { status: 400 });
      case 'missing':
        return sendHead(stream, { status: 404 });
      case 'refused':
        return sendHead(stream, { status: 403 });
    }
  };
  return Object.assign(handler, { service: 'files' });
}

function headLine(head: AnswerHead): string {
  return `${JSON.stringify(head)}\n`;
}

function sendHead(stream: DeviceStream, head: AnswerHead): void {
  stream.end(headLine(head));
}

async function sendFile(stream: DeviceStream, handle: FileHandle, size: number, name: string): Promise<void> {
  try {
    stream.write(headLine({ status: 205, type: 'file', size, name }));
    if (size > 0) {
      // Limited to the announced size, even if the file grows.
      const file = handle.createReadStream({ end: size - 1, highWaterMark: READ_BYTES, autoClose: false });
      await pipeline(file, stream, { end: false });
      if (file.bytesRead < size)
        throw new StreamError(
          'ERR_STREAM_RESET',
          StreamResetCode.internal,
          'the file shrank while it was being sent',
        );
    }
    stream.end();
  } finally {
    await handle.close();
  }
}

async function sendList(stream: DeviceStream, { handle, path, name }: OpenDirectory): Promise<void> {
  try {
    const entries = await listDirectory(path);
    if (entries === undefined) return sendHead(stream, { status: 413 });
    const list = Buffer.from(JSON.stringify(entries));
    stream.write(headLine({ status: 205, type: 'directory', size: list.length, name }));
    stream.end(list);
  } finally {
    await handle.close();
  }
}

type OpenDirectory = Extract<SafePath, { kind: 'directory' }>;

interface ListedEntry {
  readonly name: string;
  readonly type: 'file' | 'directory' | 'other';
  readonly size?: number;
}

/** The entries of a directory, sorted by name; undefined beyond {@link MAX_LISTED_ENTRIES}. */
async function listDirectory(path: string): Promise<readonly ListedEntry[] | undefined> {
  const entries: ListedEntry[] = [];
  for await (const { name } of await opendir(path)) {
    if (entries.length >= MAX_LISTED_ENTRIES) return undefined;
    const stats = await lstat(join(path, name)).catch(() => undefined);
    // The entry was removed in the meantime.
    if (stats === undefined) continue;
    if (stats.isFile()) entries.push({ name, type: 'file', size: stats.size });
    else entries.push({ name, type: stats.isDirectory() ? 'directory' : 'other' });
  }
  return entries.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
