/** @module Lets everything happen that is under way in a fake world, the browser's cryptography included, and lets time pass. */
import type { FakeWorld } from '@longwire/testing';

/** How far the clock moves at a time, in milliseconds. */
const STEP_MS = 250;

const crypting = { count: 0 };

/** Counts what WebCrypto has to do: it ends in turns of its own, and no clock may pass meanwhile. */
export function watchCrypto(): void {
  const prototype: unknown = Object.getPrototypeOf(crypto.subtle);
  if (typeof prototype !== 'object' || prototype === null) throw new Error('no WebCrypto');
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

/** Resolves when nothing is under way any more but what waits for the clock. */
export async function settle(world: FakeWorld): Promise<void> {
  do {
    while (crypting.count > 0) await new Promise((resolve) => setImmediate(resolve));
    await world.settled();
  } while (crypting.count > 0);
}

/** Lets time pass until a task is over; false where it took longer than `limitMs`. */
export async function pass(world: FakeWorld, limitMs: number, task: Promise<unknown>): Promise<boolean> {
  const watched = { isOver: false };
  const end = (): void => void (watched.isOver = true);
  task.then(end, end);
  const untilMs = world.clock.now() + limitMs;
  await settle(world);
  while (!watched.isOver && world.clock.now() < untilMs) {
    world.clock.advance(STEP_MS);
    await settle(world);
  }
  return watched.isOver;
}

/** Lets this much time pass. */
export async function passMs(world: FakeWorld, durationMs: number): Promise<void> {
  await pass(world, durationMs, new Promise(() => undefined));
}
