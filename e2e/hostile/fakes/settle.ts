/** @module Waits until a fake world is idle, the browser's cryptography included, and advances its clock. */
import type { FakeWorld } from '@longwire/testing';

/** How far the clock advances at a time, in milliseconds. */
const STEP_MS = 250;

const crypting = { count: 0 };

/** Counts pending WebCrypto operations: they complete outside the fake clock, which must not advance meanwhile. */
export function watchCrypto(): void {
  const prototype: unknown = Object.getPrototypeOf(crypto.subtle);
  if (typeof prototype !== 'object' || prototype === null) throw new Error('WebCrypto is not available');
  for (const name of ['digest', 'exportKey', 'generateKey', 'importKey', 'sign', 'verify']) {
    const method: unknown = Reflect.get(prototype, name);
    if (typeof method !== 'function') continue;
    Reflect.set(prototype, name, async function counted(this: unknown, ...given: unknown[]) {
      crypting.count += 1;
      try {
        return await Reflect.apply(method, this, given);
      } finally {
        crypting.count -= 1;
      }
    });
  }
}

/** Resolves when nothing is pending but timers of the clock. */
export async function settle(world: FakeWorld): Promise<void> {
  do {
    while (crypting.count > 0) await new Promise((resolve) => setImmediate(resolve));
    await world.settled();
  } while (crypting.count > 0);
}

/** Advances the clock until a task is done. Returns false when it took longer than `limitMs`. */
export async function pass(world: FakeWorld, limitMs: number, task: Promise<unknown>): Promise<boolean> {
  const watched = { isOver: false };
  const end = (): void => void (watched.isOver = true);
  task.then(end, end);
  const untilMs = world.clock.monotonic() + limitMs;
  await settle(world);
  while (!watched.isOver && world.clock.monotonic() < untilMs) {
    world.clock.advance(STEP_MS);
    await settle(world);
  }
  return watched.isOver;
}

/** Advances the clock by this much. */
export async function passMs(world: FakeWorld, durationMs: number): Promise<void> {
  await pass(world, durationMs, new Promise(() => undefined));
}
