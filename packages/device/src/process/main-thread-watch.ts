/** @module Ends a process whose main thread has stopped for good, so that what started the process starts it again. */
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { reasonOf } from '../log/reason-of.ts';

/** How a {@link watchMainThread} looks. */
export interface MainThreadWatchOptions {
  /** How long the main thread must have stood still, in milliseconds. */
  readonly stoppedAfterMs?: number;
  /** Hears why the main thread is not watched, or no longer. */
  readonly handleFailure: (reason: string) => void;
  /** The program of the other thread. */
  readonly watcher?: URL;
}

/** What the watcher is given. */
export interface MainThreadBeats {
  /** Counts up as long as the main thread runs. */
  readonly beats: Int32Array;
  /** Between two looks, in milliseconds. */
  readonly intervalMs: number;
  /** So many looks in a row without a beat are the end. */
  readonly looks: number;
}

/** Reason: nothing that the device does takes a second; a board that is short of memory stands still for several. */
const STOPPED_AFTER_MS = 30_000;

/** Looks are counted, not time: a machine that was suspended, or a process that was stopped, has not looked either. */
const LOOKS = 6;

/**
 * Watches the main thread from another one. The library of the peer connections can be brought to hold the main thread for ever
 * (docs/platform.md, "hostile packets"); nothing else in the process could then do anything about it. Disposing ends the watch.
 * A thread that cannot be started, for want of memory, ends nothing: the device then goes on unwatched.
 */
export function watchMainThread({
  stoppedAfterMs = STOPPED_AFTER_MS,
  handleFailure,
  watcher = new URL(`./main-thread-watcher${extname(import.meta.url)}`, import.meta.url),
}: MainThreadWatchOptions): Disposable {
  const intervalMs = stoppedAfterMs / LOOKS;
  const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const workerData: MainThreadBeats = { beats, intervalMs, looks: LOOKS };
  const timer = setInterval(() => void Atomics.add(beats, 0, 1), intervalMs / 2).unref();
  const fail = (error: unknown): void => {
    clearInterval(timer);
    handleFailure(reasonOf(error));
  };
  const worker = startThread(watcher, workerData, fail);
  return {
    [Symbol.dispose]: () => {
      clearInterval(timer);
      void worker?.terminate();
    },
  };
}

function startThread(
  program: URL,
  workerData: MainThreadBeats,
  fail: (error: unknown) => void,
): Worker | undefined {
  try {
    const worker = new Worker(program, { workerData });
    worker.once('error', fail);
    worker.unref();
    return worker;
  } catch (error) {
    fail(error);
    return undefined;
  }
}
