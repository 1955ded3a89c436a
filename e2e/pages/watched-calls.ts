/** @module Counts the calls of all connections and sessions of a page: none may be open once its connection or session has ended. */
import { DeviceConnection } from '../../packages/client/src/connection/device-connection.ts';
import { LiveSession } from '../../packages/client/src/session/live-session.ts';
import type { Instruments } from './instrument.ts';

/** How long calls may take to settle after the end, in milliseconds: what is left then is left forever. */
const SETTLE_MS = 2_000;
const LOOK_EVERY_MS = 5;

/** All that were called. */
const owners = new Set<AsyncDisposable>();
const open = new Set<{ readonly name: string }>();

/** Wraps the methods of a class, all of which return promises. */
function watch<T extends AsyncDisposable>(prototype: T, names: readonly (keyof T & string)[]): void {
  for (const name of names) {
    const method = prototype[name];
    if (typeof method !== 'function') throw new TypeError(`${name} is not a method`);
    const watched = async function watched(
      this: AsyncDisposable,
      ...args: readonly unknown[]
    ): Promise<unknown> {
      const call = { name: [name, ...args.filter((arg) => typeof arg === 'string')].join(' ') };
      owners.add(this);
      open.add(call);
      try {
        return await Reflect.apply(method, this, args);
      } finally {
        open.delete(call);
      }
    };
    Reflect.set(prototype, name, watched);
  }
}

/** A session may live by nothing but its listeners, and its IAM does not go by the methods. */
// oxlint-disable-next-line typescript/unbound-method -- called below with the session as `this`
const { on } = LiveSession.prototype;
Reflect.set(LiveSession.prototype, 'on', function watched(this: LiveSession, ...args: readonly unknown[]) {
  owners.add(this);
  return Reflect.apply(on, this, args);
});

watch(LiveSession.prototype, ['ready', 'request', 'end', 'getStats']);
watch(DeviceConnection.prototype, [
  'prepare',
  'connect',
  'close',
  'checkAlive',
  'refreshIceServers',
  'request',
  'authenticate',
  'verifyFingerprint',
  'readFingerprint',
  'openStream',
  'getStats',
]);

/** Ends all connections and sessions. Returns what is left of them: calls, and, where they are counted, sockets and peer connections. */
export async function endAll(): Promise<readonly string[]> {
  // A failed end shows itself: what it was to end is left.
  await Promise.allSettled([...owners].map((owner) => owner[Symbol.asyncDispose]()));
  const endMs = performance.now() + SETTLE_MS;
  while (left().length > 0 && performance.now() < endMs)
    await new Promise((resolve) => {
      setTimeout(resolve, LOOK_EVERY_MS);
    });
  return left();
}

function left(): readonly string[] {
  const counted: Instruments | undefined = 'instruments' in window ? window.instruments : undefined;
  const [sockets, peers] = [counted?.openSockets() ?? 0, counted?.openPeers() ?? 0];
  return [
    ...[...open].map(({ name }) => name),
    ...(sockets === 0 ? [] : [`${sockets} sockets`]),
    ...(peers === 0 ? [] : [`${peers} peer connections`]),
  ];
}
