/** @module Signals for child processes. */
import type { ChildProcess } from 'node:child_process';

/**
 * Sends a signal to a process that was started. Reason: until Node has reported that a program is missing, `kill()` uses the uninitialized
 * pid in its handle, often 0, which signals every process in the group (docs/platform.md).
 */
export function signalChild(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (child.pid !== undefined) child.kill(signal);
}
