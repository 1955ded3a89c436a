/** @module An inbox handles one message after the other and holds its sender back. */
import { setImmediate } from 'node:timers/promises';
import { array, assert, asyncProperty, nat } from 'fast-check';
import { expect, test, vi } from 'vitest';
import { Inbox } from './inbox.ts';

function silent(): { pause: () => void; resume: () => void; onError: (error: unknown) => void } {
  return {
    pause: vi.fn<() => void>(),
    resume: vi.fn<() => void>(),
    onError: vi.fn<(error: unknown) => void>(),
  };
}

test('messages are handled one at a time, in order, whatever time each takes', async () => {
  await assert(
    asyncProperty(array(nat({ max: 3 }), { maxLength: 20 }), async (turns) => {
      const log: string[] = [];
      const handle = (text: string): Promise<void> | undefined => {
        log.push(`begin ${text}`);
        const count = turns[Number(text)] ?? 0;
        if (count === 0) return void log.push(`end ${text}`);
        return takeTurns(count).then(() => void log.push(`end ${text}`));
      };
      const inbox = new Inbox({ ...silent(), handle, highWaterBytes: 1_000 });
      turns.forEach((_, index) => inbox.push(String(index), 1));
      // All turns of promises come before the next turn of the event loop.
      await setImmediate();
      expect(log).toEqual(turns.flatMap((_, index) => [`begin ${index}`, `end ${index}`]));
    }),
    { numRuns: 50 },
  );
});

test('a sender is paused above the high-water mark and resumed at it', async () => {
  const gate = Promise.withResolvers<void>();
  const port = silent();
  const inbox = new Inbox({ ...port, handle: () => gate.promise, highWaterBytes: 10 });
  inbox.push('a', 5);
  inbox.push('b', 5);
  expect(port.pause).not.toHaveBeenCalled();
  inbox.push('c', 1);
  expect(port.pause).toHaveBeenCalledOnce();
  gate.resolve();
  await setImmediate();
  expect(port.resume).toHaveBeenCalledOnce();
});

test('a closed inbox drops what waits, takes nothing more and resumes its socket', async () => {
  const gate = Promise.withResolvers<void>();
  const port = silent();
  const handle = vi.fn<(text: string) => Promise<void>>(() => gate.promise);
  const inbox = new Inbox({ ...port, handle, highWaterBytes: 1 });
  inbox.push('a', 5);
  inbox.push('b', 5);
  inbox.close();
  inbox.push('c', 5);
  gate.resolve();
  await setImmediate();
  expect(handle).toHaveBeenCalledExactlyOnceWith('a');
  expect(port.resume).toHaveBeenCalledOnce();
});

test('a message that fails is reported, and the next one is handled', async () => {
  const port = silent();
  const handled: string[] = [];
  const inbox = new Inbox({
    ...port,
    highWaterBytes: 100,
    handle: (text) => {
      if (text === 'bad') throw new Error('no');
      handled.push(text);
    },
  });
  inbox.push('bad', 1);
  inbox.push('good', 1);
  await setImmediate();
  expect(port.onError).toHaveBeenCalledOnce();
  expect(handled).toEqual(['good']);
});

async function takeTurns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await Promise.resolve();
}
