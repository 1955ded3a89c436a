/** @module Starts a program whose failure to start is always an event. */
import { ChildProcess, spawn, type SpawnOptions } from 'node:child_process';
import { hasErrorCode } from '@longwire/protocol';

/**
 * Starts a program like `spawn`. Reason: Node emits `error` for five causes only (docs/platform.md); for others, like too little memory, `spawn`
 * throws, which would end the device. The child of such a failure has no pipes and no id.
 */
export function spawnProgram(command: string, args: readonly string[], options: SpawnOptions): ChildProcess {
  try {
    return spawn(command, args, options);
  } catch (error) {
    const child = new ChildProcess();
    process.nextTick(() => {
      child.emit('error', error);
      child.emit('close', null, null);
    });
    return child;
  }
}

/** Whether a program could not be started because there is no such program. */
export function isMissingProgram(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR', 'EACCES'].some((code) => hasErrorCode(error, code));
}
