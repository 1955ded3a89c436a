/** @module No signal is sent for a program that could not be started: Node might send it to another process. */
import { ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { silentLogger } from '@longwire/protocol';
import { expect, onTestFinished, test, vi } from 'vitest';
import { FfmpegProcess } from '../media/ffmpeg/ffmpeg-process.ts';
import { startProcessTalk } from '../media/sink/process-talk.ts';
import { signalChild } from './signal-child.ts';

/** Node reports the first with an event, and throws for the second. */
const MISSING = ['/nowhere/program', '/etc/passwd/program'];

/** Prevents every signal from being sent. */
function catchSignals(): { readonly caught: readonly unknown[][] } {
  const kill = vi.spyOn(ChildProcess.prototype, 'kill').mockReturnValue(true);
  onTestFinished(() => kill.mockRestore());
  return { caught: kill.mock.calls };
}

test.each(MISSING)(
  'sends no signal when a camera stops before %s is reported as missing',
  async (program) => {
    const { caught } = catchSignals();
    const ended = vi.fn<() => void>();
    const handlers = { handleComplaint: () => undefined, handleEnd: ended };
    new FfmpegProcess({ ffmpegPath: program, args: [], pipes: [], silenceMs: 1_000, ...handlers }).stop();
    await setImmediate();
    expect([caught, ended.mock.calls]).toEqual([[], []]);
  },
);

test('sends no signal when a sink ends whose two programs are both missing', async () => {
  const { caught } = catchSignals();
  const failed = vi.fn<(reason: string) => void>();
  const command = { command: '/nowhere/program', args: [] };
  startProcessTalk({ name: 'talk', commands: [command, command], logger: silentLogger, fail: failed });
  await expect.poll(() => failed.mock.calls.length).toBe(4);
  expect(caught).toEqual([]);
});

test('sends the signal to a running program', async () => {
  const child = spawn('sleep', ['60']);
  signalChild(child, 'SIGTERM');
  expect(await once(child, 'exit')).toEqual([null, 'SIGTERM']);
});
