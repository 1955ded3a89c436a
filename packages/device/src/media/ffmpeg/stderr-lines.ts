/** @module Reads a program's stderr line by line, with limits. */
import type { Readable } from 'node:stream';

/** Longest line; longer ones are truncated. */
const MAX_LINE_LENGTH = 400;

/** Most lines of a run that are kept, and most that are logged. Reason: for a broken stream ffmpeg writes a message for each frame. */
const MAX_LINES = 40;

/** The last lines of a run: the ones that explain its end. */
export class LastLines {
  readonly #lines: string[] = [];
  #count = 0;

  get lines(): readonly string[] {
    return this.#lines;
  }

  /** Keeps a line; returns whether it is one of the first, which are logged. */
  add(line: string): boolean {
    this.#lines.push(line);
    if (this.#lines.length > MAX_LINES) this.#lines.shift();
    this.#count += 1;
    return this.#count <= MAX_LINES;
  }
}

/** Passes on the lines of a stream, truncated; reads to the end, so that the program never blocks. */
export function readLines(stream: Readable, handleLine: (line: string) => void): void {
  let rest = '';
  const pass = (line: string): void => {
    const text = line.trim().slice(0, MAX_LINE_LENGTH);
    if (text !== '') handleLine(text);
  };
  stream.setEncoding('utf8');
  stream.on('data', (text: string) => {
    const lines = (rest + text).split(/[\r\n]+/u);
    rest = (lines.pop() ?? '').slice(0, MAX_LINE_LENGTH);
    for (const line of lines) pass(line);
  });
  stream.on('end', () => pass(rest));
  // The pipe breaks when the program ends, which is reported separately.
  stream.on('error', () => stream.destroy());
}
