/** @module Signals for child processes. */
import type { ChildProcess } from 'node:child_process';

/**
 * Sends a signal to a process, if it was started at all. Reason: until Node has told that a program is not there, `kill()` of its process
 * sends to whatever number stands in the memory of its handle, often 0: every process of this one's group (docs/platform.md).
 */
export function signalChild(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (child.pid !== undefined) child.kill(signal);
}
