/** @module What a program writes to stderr, line by line and bounded. */
import type { Readable } from 'node:stream';

/** Longest line kept; what follows is left out. */
const MAX_LINE_LENGTH = 400;

/** Most lines passed on a run. Reason: a broken stream makes ffmpeg complain about each frame. */
const MAX_LINES = 40;

/** Passes the first lines of a stream on, each cut to length; reads on to the end, so that the program never waits. */
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
  // The pipe breaks with the program; its end is told by the program.
  stream.on('error', () => stream.destroy());
}
