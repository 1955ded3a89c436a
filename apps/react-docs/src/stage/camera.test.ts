/** @module The camera has at most one video and one audio track. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Camera } from './camera.ts';

const open = new Set<object>();
const listeners = new Set<unknown>();

class FakeTrack {
  constructor() {
    open.add(this);
  }

  stop(): void {
    open.delete(this);
  }
}

class FakeNode {
  readonly frequency = { value: 0 };
  readonly gain = { value: 0 };
  readonly stream = { getAudioTracks: () => [{}] };
  connect = (next: unknown): unknown => next;
  start(): void {
    this.frequency.value += 0;
  }
}

class FakeAudioContext {
  createOscillator = (): FakeNode => new FakeNode();
  createGain = (): FakeNode => new FakeNode();
  createMediaStreamDestination = (): FakeNode => new FakeNode();

  constructor() {
    open.add(this);
  }

  async close(): Promise<void> {
    open.delete(this);
  }
}

const pencil = new Proxy({}, { get: () => () => undefined, set: () => true });

const canvas = () => ({
  getContext: () => pencil,
  captureStream: () => ({ getVideoTracks: () => [new FakeTrack()] }),
});

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('AudioContext', FakeAudioContext);
  vi.stubGlobal('document', {
    createElement: canvas,
    addEventListener: (_: string, listener: unknown) => listeners.add(listener),
    removeEventListener: (_: string, listener: unknown) => listeners.delete(listener),
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const counts = (): number[] => [open.size, vi.getTimerCount(), listeners.size];

test('a new video or audio track stops the previous one', () => {
  const camera = new Camera(() => true);
  camera.film();
  camera.listen();
  expect(counts()).toEqual([2, 2, 1]);
  const before = [...open];
  camera.film();
  expect(camera.listen()).toBeDefined();
  expect(counts()).toEqual([2, 2, 1]);
  expect(before.filter((thing) => open.has(thing))).toEqual([]);
  camera.stop();
  expect(counts()).toEqual([0, 0, 0]);
});
