/** @module The pipes of a child process, also of one that could not be made. */
import type { ChildProcess } from 'node:child_process';
import { Readable } from 'node:stream';

/** A pipe to read from; undefined where there is none: a child for which there were no file descriptors left has no pipes at all. */
export function readablePipe(child: ChildProcess, index: number): Readable | undefined {
  const pipes: unknown = Reflect.get(child, 'stdio');
  const pipe: unknown = Array.isArray(pipes) ? pipes[index] : undefined;
  return pipe instanceof Readable ? pipe : undefined;
}
