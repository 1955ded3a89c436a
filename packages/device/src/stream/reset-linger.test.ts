/** @module A reset channel stays open until the client closes it or the grace period ends. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeNativeChannel } from '../peer/native-channel.fixture.ts';
import { MAX_LINGERING_CHANNELS, ResetLinger } from './reset-linger.ts';
import { fakeChannels } from './stream-client.fixture.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function open() {
  const native = new FakeNativeChannel('stream-1');
  const channel = fakeChannels().accept(native, true);
  if (channel === undefined) throw new Error('expected the channel to be accepted');
  return { native, channel };
}

test('keeps a reset channel open until the client closes it, then removes its timer and listener', () => {
  const linger = new ResetLinger(100);
  const { native, channel } = open();
  linger.close(channel);
  expect([native.isClosed, vi.getTimerCount()]).toEqual([false, 1]);
  native.closeRemotely();
  expect([channel.isOpen, vi.getTimerCount()]).toEqual([false, 0]);
});

test('closes a reset channel after the grace period', () => {
  const linger = new ResetLinger(100);
  const { native, channel } = open();
  linger.close(channel);
  vi.advanceTimersByTime(99);
  expect(native.isClosed).toBe(false);
  vi.advanceTimersByTime(1);
  expect(native.isClosed).toBe(true);
});

test('closes the oldest channel immediately beyond MAX_LINGERING_CHANNELS', () => {
  const linger = new ResetLinger(100);
  const all = Array.from({ length: MAX_LINGERING_CHANNELS + 1 }, open);
  for (const { channel } of all) linger.close(channel);
  expect(all.filter(({ native }) => native.isClosed)).toEqual([all[0]]);
  linger.closeAll();
  expect(all.every(({ native }) => native.isClosed)).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

test('does not wait for a channel that is already closed', () => {
  const { native, channel } = open();
  native.closeRemotely();
  new ResetLinger(100).close(channel);
  expect(vi.getTimerCount()).toBe(0);
});
