/** @module Reads a program's stderr line by line, with limits. */
import type { Readable } from 'node:stream';

/** Longest line; longer ones are truncated. */
const MAX_LINE_LENGTH = 400;

/** Most lines of a run. Reason: for a broken stream ffmpeg writes a message for each frame. */
const MAX_LINES = 40;

/** Passes on the first lines of a stream, truncated; reads to the end, so that the program never blocks. */
export function readLines(stream: Readable, handleLine: (line: string) => void): void {
  let rest = '';
  let count = 0;
  const pass = (line: string): void => {
    const text = line.trim().slice(0, MAX_LINE_LENGTH);
    if (text === '' || count >= MAX_LINES) return;
    count += 1;
    handleLine(text);
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
