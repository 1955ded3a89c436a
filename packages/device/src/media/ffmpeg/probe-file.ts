/** @module The last probe of a camera in a file, so that a restarted device offers its tracks at once. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { replaceFile } from '../../store/replace-file.ts';
import type { FfmpegInput } from './input-arguments.ts';
import { parseStreams, type ProbedStream } from './probe-input.ts';

/** A file for one camera: a digest of its address and options, and ffprobe's answer in the next line. Readable by its owner only. */
export class ProbeFile {
  readonly #path: string;
  readonly #digest: string;

  constructor(path: string, { input, inputOptions = [] }: FfmpegInput) {
    this.#path = path;
    this.#digest = createHash('sha256')
      .update(JSON.stringify([input, inputOptions]))
      .digest('hex');
  }

  /** The stored streams; undefined if there are none for this address and these options. */
  async read(): Promise<readonly ProbedStream[] | undefined> {
    // A missing or unreadable file only costs the time of a probe.
    const text = await readFile(this.#path, 'utf8').catch(() => '');
    const end = text.indexOf('\n');
    const streams = text.slice(0, end) === this.#digest ? parseStreams(text.slice(end)) : [];
    return streams.length === 0 ? undefined : streams;
  }

  /** Stores ffprobe's answer. @throws the file system's error */
  async write(answer: string): Promise<void> {
    await replaceFile(this.#path, `${this.#digest}\n${answer}`);
  }
}
