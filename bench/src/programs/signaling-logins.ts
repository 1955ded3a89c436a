/**
 * @module Clients that open a socket, log in, and leave as soon as they are answered, over and over; their devices are in the same process.
 * `signaling-logins.ts --target JSON --parallel N --seconds S`; the result is printed as `result JSON`.
 */
import { parseArgs } from 'node:util';
import type { PairTarget } from '../wire/pair.ts';
import { fleetKey, loginText, openClient, openDevice } from '../wire/service-ends.ts';
import { WireSocket, wireTarget, type WireEvents } from '../wire/wire-socket.ts';
import { printLoad } from './load-result.ts';

const { values } = parseArgs({
  options: {
    target: { type: 'string', default: '{}' },
    parallel: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '1' },
  },
});
const target: PairTarget = JSON.parse(values.target);
const parallel = Number(values.parallel);

type Open = (index: number, from: string, events: Omit<WireEvents, 'open'>) => WireSocket;

/** The bare server gets a login of the same length. */
const bareLogin = loginText(
  { url: '', productId: 'pr-bench', devicePrefix: 'de-', key: {}, scts: ['x'.repeat(46)] },
  0,
);

async function opener(): Promise<Open> {
  if (target.kind === 'bare') {
    const place = wireTarget(target.url, '/answer', 'json');
    return (_index, localAddress, events) => {
      const socket: WireSocket = new WireSocket(
        { ...place, localAddress },
        { open: () => socket.sendText(bareLogin), ...events },
      );
      return socket;
    };
  }
  const { fleet } = target;
  const key = await fleetKey(fleet);
  for (let index = 0; index < parallel; index += 1) {
    const { promise, resolve } = Promise.withResolvers<void>();
    openDevice({ fleet, key, index }, { attached: resolve, text: () => undefined, closed: fail });
    await promise;
  }
  return (index, localAddress, events) => openClient({ fleet, index, localAddress }, events);
}

function fail(code: number, reason: string): never {
  throw new Error(`a device was disconnected: ${code} ${reason}`);
}

const open = await opener();

/** One login and the end of its socket. */
async function logIn(index: number, from: string, tell: (elapsedMs: number) => void): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const startedMs = performance.now();
  let isIn = false;
  const socket = open(index, from, {
    text: () => {
      isIn = true;
      tell(performance.now() - startedMs);
      socket.close();
    },
    closed: (code, reason) =>
      isIn ? resolve() : reject(new Error(`login was not answered: closed with ${code} ${reason}`)),
  });
  await promise;
}

async function keepLoggingIn(index: number, tell: (elapsedMs: number) => void): Promise<never> {
  // Each uses its own address and ports: those of closed connections stay in use for a minute.
  const from = `127.0.1.${index + 1}`;
  for (;;) await logIn(index, from, tell);
}

await printLoad(Number(values.seconds), (tell) => {
  for (let index = 0; index < parallel; index += 1) void keepLoggingIn(index, tell);
});
process.exit(0);
