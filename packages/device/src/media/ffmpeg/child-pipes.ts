/** @module The pipes of a child process, even one that could not be started. */
import type { ChildProcess } from 'node:child_process';
import { Readable } from 'node:stream';

/** A readable pipe; undefined if it does not exist: a child that was started without free file descriptors has no pipes. */
export function readablePipe(child: ChildProcess, index: number): Readable | undefined {
  const pipes: unknown = Reflect.get(child, 'stdio');
  const pipe: unknown = Array.isArray(pipes) ? pipes[index] : undefined;
  return pipe instanceof Readable ? pipe : undefined;
}

/** Writes all that a child reads from stdin. One that ends before it has read it says itself why. */
export function writeScript(child: ChildProcess, script: string): void {
  child.stdin?.on('error', () => child.stdin?.destroy());
  child.stdin?.end(script);
}
