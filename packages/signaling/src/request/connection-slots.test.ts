/** @module Slots: who is evicted, in which order, and at what cost. */
import { expect, test } from 'vitest';
import { ConnectionSlots, type ConnectionSlot } from './connection-slots.ts';

class Rig {
  readonly evicted: string[] = [];
  readonly slots: ConnectionSlots;

  constructor(perNetwork: number, inAll = 1_000) {
    this.slots = new ConnectionSlots({ perNetwork, inAll: () => inAll });
  }

  take(name: string, network = 'n'): ConnectionSlot {
    return this.slots.take(network, { evict: () => this.evicted.push(name) });
  }
}

test('at the limit of a network its oldest connection is evicted, and none of another network', () => {
  const rig = new Rig(2);
  for (const name of ['a', 'b', 'c', 'd']) rig.take(name);
  rig.take('x', 'm');
  expect(rig.evicted).toEqual(['a', 'b']);
  expect(rig.slots.size).toBe(3);
});

test('at the total limit the oldest of all connections is evicted', () => {
  const rig = new Rig(10, 3);
  for (const name of ['a', 'b', 'c', 'd', 'e']) rig.take(name, name);
  expect(rig.evicted).toEqual(['a', 'b']);
});

test('a released slot makes room, once', () => {
  const rig = new Rig(2);
  const first = rig.take('a');
  rig.take('b');
  first[Symbol.dispose]();
  first[Symbol.dispose]();
  rig.take('c');
  expect(rig.evicted).toEqual([]);
  rig.take('d');
  expect(rig.evicted).toEqual(['b']);
});

test('idle connections are evicted before busy ones, unless most are busy', () => {
  const rig = new Rig(4);
  for (const name of ['busy 1', 'busy 2']) rig.take(name).countAs('busy');
  for (const name of ['idle 1', 'idle 2', 'idle 3']) rig.take(name);
  expect(rig.evicted).toEqual(['idle 1']);
  rig.take('busy 3').countAs('busy');
  rig.take('new');
  expect(rig.evicted).toEqual(['idle 1', 'idle 2', 'busy 1']);
});

test('a connection that is not counted is never evicted, and counts again later', () => {
  const rig = new Rig(2);
  const held = rig.take('held');
  held.countAs(undefined);
  for (const name of ['a', 'b', 'c']) rig.take(name);
  expect(rig.evicted).toEqual(['a']);
  held.countAs('idle');
  for (const name of ['d', 'e', 'f']) rig.take(name);
  expect(rig.evicted).toEqual(['a', 'b', 'c', 'held']);
});

test('an evicted or released connection never counts again', () => {
  const rig = new Rig(1);
  const first = rig.take('a');
  rig.take('b');
  first.countAs('busy');
  expect(rig.slots.size).toBe(1);
});
