/** @module A stream that is one file or one folder's list, asked for in the first line (docs/protocol/streams.md). */
import { lstat, opendir, type FileHandle } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { EdgeError, StreamResetCode } from '@longwire/protocol';
import type { DeviceStream } from './device-stream.ts';
import { readFirstLine } from './first-line.ts';
import { openBelow, type SafePath } from './safe-path.ts';
import { StreamError } from './stream-error.ts';
import type { StreamHandler } from './stream-handler.ts';

/** What can be downloaded. */
export interface FileDownloadOptions {
  /** The folder whose files can be downloaded, and those below it. */
  readonly root: string;
}

/** Longest path, in bytes. Reason: as long as the system's own. */
const MAX_PATH_BYTES = 4096;

/** How long the first line may take, in milliseconds. Reason: as long as a request waits for its answer. */
const LINE_TIMEOUT_MS = 10_000;

/** Most entries of a folder that is listed. Reason: the list is made in memory. */
export const MAX_LISTED_ENTRIES = 1000;

/** Read from a file at once, in bytes: a few messages. */
const READ_BYTES = 256 * 1024;

/** The first line of the answer, as JSON. The numbers are those of requests. */
interface AnswerHead {
  readonly status: 205 | 400 | 403 | 404 | 413;
  readonly type?: 'file' | 'directory';
  /** How many bytes follow. */
  readonly size?: number;
  readonly name?: string;
}

/**
 * A handler that sends files of one folder. Paths out of it, also by a symbolic link, and anything but files and folders are
 * refused. @throws EdgeError ERR_DEVICE_OPTIONS when the root is empty.
 */
export function fileDownload({ root }: FileDownloadOptions): StreamHandler {
  if (root === '') throw new EdgeError('ERR_DEVICE_OPTIONS', 'download root expected not to be empty');
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
      // No more than was announced, also of a file that grows.
      const file = handle.createReadStream({ end: size - 1, highWaterMark: READ_BYTES, autoClose: false });
      await pipeline(file, stream, { end: false });
      if (file.bytesRead < size)
        throw new StreamError(
          'ERR_STREAM_RESET',
          StreamResetCode.internal,
          'file became shorter while it was sent',
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

/** The entries of a folder by name; undefined when there are too many. */
async function listDirectory(path: string): Promise<readonly ListedEntry[] | undefined> {
  const entries: ListedEntry[] = [];
  for await (const { name } of await opendir(path)) {
    if (entries.length >= MAX_LISTED_ENTRIES) return undefined;
    const stats = await lstat(join(path, name)).catch(() => undefined);
    // It was removed in the meantime.
    if (stats === undefined) continue;
    if (stats.isFile()) entries.push({ name, type: 'file', size: stats.size });
    else entries.push({ name, type: stats.isDirectory() ? 'directory' : 'other' });
  }
  return entries.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
