/** @module Kills a process whose main thread is blocked for good, so that its supervisor restarts it. */
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { reasonOf } from '../log/reason-of.ts';

/** Options of {@link watchMainThread}. */
export interface MainThreadWatchOptions {
  /** How long the main thread must be blocked before the process is killed, in milliseconds. */
  readonly stoppedAfterMs?: number;
  /** Called with the reason if the main thread cannot be watched, or no longer. */
  readonly handleFailure: (reason: string) => void;
  /** The watcher thread's program. */
  readonly watcher?: URL;
}

/** The watcher's data. */
export interface WatcherData {
  /** A shared counter that increases while the main thread runs. */
  readonly heartbeats: Int32Array;
  /** The time between two checks, in milliseconds. */
  readonly intervalMs: number;
  /** The number of consecutive checks without a heartbeat after which the process is killed. */
  readonly checks: number;
}

/** Reason: no task of the device takes a second, but a board that is short of memory may block for several. */
const STOPPED_AFTER_MS = 30_000;

/** Checks are counted instead of time, because a suspended machine or a stopped process runs no checks. */
const CHECKS = 6;

/**
 * Watches the main thread from another thread. A hostile client can make the WebRTC library block the main thread forever
 * (docs/platform.md, "hostile packets"), and then only another thread can act. Disposing ends the watch. If the watcher thread
 * cannot start, for example for lack of memory, the device continues unwatched.
 */
export function watchMainThread({
  stoppedAfterMs = STOPPED_AFTER_MS,
  handleFailure,
  watcher = new URL(`./main-thread-watcher${extname(import.meta.url)}`, import.meta.url),
}: MainThreadWatchOptions): Disposable {
  const intervalMs = stoppedAfterMs / CHECKS;
  const heartbeats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const workerData: WatcherData = { heartbeats, intervalMs, checks: CHECKS };
  const timer = setInterval(() => void Atomics.add(heartbeats, 0, 1), intervalMs / 2).unref();
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
  workerData: WatcherData,
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
