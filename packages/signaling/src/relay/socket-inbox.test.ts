/** @module An inbox handles messages one at a time and applies back-pressure. */
import { setImmediate } from 'node:timers/promises';
import { array, assert, asyncProperty, nat } from 'fast-check';
import { expect, test, vi } from 'vitest';
import { SocketInbox, type SocketInboxOwner } from './socket-inbox.ts';

function silent(): Omit<SocketInboxOwner, 'handleText'> {
  return {
    pause: vi.fn<() => void>(),
    resume: vi.fn<() => void>(),
    handleFault: vi.fn<(error: unknown) => void>(),
  };
}

test('messages are handled one at a time and in order, however long each takes', async () => {
  await assert(
    asyncProperty(array(nat({ max: 3 }), { maxLength: 20 }), async (turns) => {
      const log: string[] = [];
      const handleText = (text: string): Promise<void> | undefined => {
        log.push(`begin ${text}`);
        const count = turns[Number(text)] ?? 0;
        if (count === 0) return void log.push(`end ${text}`);
        return takeTurns(count).then(() => void log.push(`end ${text}`));
      };
      const inbox = new SocketInbox({ ...silent(), handleText }, 1_000);
      turns.forEach((_, index) => inbox.push(String(index), 1));
      // All promise turns run before the next turn of the event loop.
      await setImmediate();
      expect(log).toEqual(turns.flatMap((_, index) => [`begin ${index}`, `end ${index}`]));
    }),
    { numRuns: 50 },
  );
});

test('a sender is paused above the high-water mark and resumed at it', async () => {
  const gate = Promise.withResolvers<void>();
  const port = silent();
  const inbox = new SocketInbox({ ...port, handleText: () => gate.promise }, 10);
  inbox.push('a', 5);
  inbox.push('b', 5);
  expect(port.pause).not.toHaveBeenCalled();
  inbox.push('c', 1);
  expect(port.pause).toHaveBeenCalledOnce();
  gate.resolve();
  await setImmediate();
  expect(port.resume).toHaveBeenCalledOnce();
});

test('a closed inbox drops waiting messages, accepts no more and resumes its socket', async () => {
  const gate = Promise.withResolvers<void>();
  const port = silent();
  const handleText = vi.fn<(text: string) => Promise<void>>(() => gate.promise);
  const inbox = new SocketInbox({ ...port, handleText }, 1);
  inbox.push('a', 5);
  inbox.push('b', 5);
  inbox.close();
  inbox.push('c', 5);
  gate.resolve();
  await setImmediate();
  expect(handleText).toHaveBeenCalledExactlyOnceWith('a');
  expect(port.resume).toHaveBeenCalledOnce();
});

test('a failing message is reported, and the next one is handled', async () => {
  const port = silent();
  const handled: string[] = [];
  const handleText = (text: string): void => {
    if (text === 'bad') throw new Error('no');
    handled.push(text);
  };
  const inbox = new SocketInbox({ ...port, handleText }, 100);
  inbox.push('bad', 1);
  inbox.push('good', 1);
  await setImmediate();
  expect(port.handleFault).toHaveBeenCalledOnce();
  expect(handled).toEqual(['good']);
});

test('many waiting messages are handled without deep recursion', async () => {
  const gate = Promise.withResolvers<void>();
  const handled: string[] = [];
  const handleText = (text: string): Promise<void> | void => {
    handled.push(text);
    return text === 'first' ? gate.promise : undefined;
  };
  const inbox = new SocketInbox({ ...silent(), handleText }, 1_000_000);
  inbox.push('first', 1);
  for (let index = 0; index < 20_000; index += 1) inbox.push('', 1);
  gate.resolve();
  await setImmediate();
  expect(handled).toHaveLength(20_001);
});

async function takeTurns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await Promise.resolve();
}
