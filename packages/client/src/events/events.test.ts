/** @module Things that must be released. */
import { describe, expect, test } from 'vitest';
import { HeldEvents } from './held-events.ts';
import { listen } from './listen.ts';
import { OrderedEmitter } from './ordered-emitter.ts';
import { Scope } from './scope.ts';

describe('Scope', () => {
  test('newest first, once, all of them though one throws', () => {
    const order: string[] = [];
    const errors: unknown[] = [];
    const scope = new Scope((error) => errors.push(error));
    scope.add(() => order.push('first'));
    scope.add(() => {
      throw new Error('stuck');
    });
    scope.add(() => order.push('last'));
    scope.disposeAll();
    scope.disposeAll();
    expect([order, errors]).toEqual([['last', 'first'], [new Error('stuck')]]);
  });

  test('what is added too late is released at once', () => {
    const order: string[] = [];
    const scope = new Scope(() => undefined);
    scope.disposeAll();
    scope.add(() => order.push('late'));
    expect(order).toEqual(['late']);
  });
});

test('listen: the answer removes the listener', () => {
  const target = new EventTarget();
  const seen: string[] = [];
  const off = listen(target, 'x', (event: Event) => seen.push(event.type));
  target.dispatchEvent(new Event('x'));
  off();
  target.dispatchEvent(new Event('x'));
  expect(seen).toEqual(['x']);
});

/** Delivers events that record their names. */
function recorder(): { held: HeldEvents; seen: string[]; deliver: (name: string) => void } {
  const held = new HeldEvents();
  const seen: string[] = [];
  return { held, seen, deliver: (name) => held.deliver(() => seen.push(name)) };
}

describe('HeldEvents', () => {
  test('delivers in order once open, and at once from then on', () => {
    const { held, seen, deliver } = recorder();
    deliver('first');
    deliver('second');
    expect(seen).toEqual([]);
    held.open();
    deliver('third');
    expect(seen).toEqual(['first', 'second', 'third']);
  });

  test('drops what waits and what follows once closed, also from within a delivery', () => {
    const { held, seen, deliver } = recorder();
    held.deliver(() => held.close());
    deliver('second');
    held.open();
    deliver('third');
    held.open();
    expect(seen).toEqual([]);
  });
});

describe('OrderedEmitter', () => {
  test('what a listener causes reaches every listener after the event before it', () => {
    const emitter = new OrderedEmitter<{ step: [number] }>(() => undefined);
    const seen: string[] = [];
    emitter.on('step', (step) => {
      seen.push(`first ${step}`);
      if (step < 3) emitter.emit('step', step + 1);
    });
    emitter.on('step', (step) => seen.push(`second ${step}`));
    emitter.emit('step', 1);
    expect(seen).toEqual(['first 1', 'second 1', 'first 2', 'second 2', 'first 3', 'second 3']);
  });

  test('listeners that a listener clears have heard of everything before', () => {
    const emitter = new OrderedEmitter<{ step: [number] }>(() => undefined);
    const seen: number[] = [];
    emitter.on('step', (step) => {
      if (step === 1) emitter.emit('step', 2);
      if (step === 1) emitter.clear();
    });
    emitter.on('step', (step) => seen.push(step));
    emitter.emit('step', 1);
    emitter.emit('step', 3);
    expect(seen).toEqual([1, 2]);
  });
});
