/**
 * @module Idle sockets: devices that attached and clients that logged in, or pairs at the bare relay.
 * `signaling-sockets.ts --target JSON --first N --count N --ends devices|clients`; prints `connected`.
 */
import { parseArgs } from 'node:util';
import { runConcurrently } from '../wire/run-concurrently.ts';
import type { PairTarget } from '../wire/pair.ts';
import { fleetKey, openClient, openDevice } from '../wire/service-ends.ts';
import { WireSocket, wireTarget } from '../wire/wire-socket.ts';

/** How many open concurrently. */
const AT_ONCE = 50;

const { values } = parseArgs({
  options: {
    target: { type: 'string', default: '{}' },
    first: { type: 'string', default: '0' },
    count: { type: 'string', default: '0' },
    ends: { type: 'string', default: 'clients' },
    from: { type: 'string', default: '127.0.0.1' },
  },
});
const target: PairTarget = JSON.parse(values.target);
const from = { localAddress: values.from };

function closed(code: number, reason: string): never {
  throw new Error(`a socket was closed: ${code} ${reason}`);
}

type Open = (index: number, ready: () => void) => unknown;

async function opener(): Promise<Open> {
  if (target.kind === 'bare') {
    return (index, ready) =>
      new WireSocket(
        { ...wireTarget(target.url, `/pair/${index}`, 'json'), ...from },
        { open: ready, text: () => undefined, closed },
      );
  }
  const { fleet } = target;
  const key = await fleetKey(fleet);
  return values.ends === 'devices'
    ? (index, attached) =>
        openDevice({ fleet, key, index, ...from }, { attached, text: () => undefined, closed })
    : (index, loggedIn) => openClient({ fleet, index, ...from }, { text: loggedIn, closed });
}

const open = await opener();
await runConcurrently(Number(values.count), AT_ONCE, async (index) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  open(Number(values.first) + index, resolve);
  await promise;
});
console.log('connected');
process.once('SIGTERM', () => process.exit(0));
