/** @module Signals for child processes. */
import type { ChildProcess } from 'node:child_process';
import { hasErrorCode } from '@longwire/protocol';

/**
 * Sends a signal to a process that was started. Reason: until Node has reported that a program is missing, `kill()` uses the uninitialized
 * pid in its handle, often 0, which signals every process in the group (docs/platform.md).
 */
export function signalChild(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (child.pid !== undefined) child.kill(signal);
}

/** Sends a signal to the process group of a process that was started with `detached`. */
export function signalGroup({ pid }: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (pid !== undefined) signalProcess(-pid, signal);
}

/** Sends a signal to a process, or to the group of a negative id, unless it has ended. */
export function signalProcess(pid: number, signal: 'SIGHUP' | 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // The process has ended, or its id now belongs to another user.
    if (!hasErrorCode(error, 'ESRCH') && !hasErrorCode(error, 'EPERM')) throw error;
  }
}
