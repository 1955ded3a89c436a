/**
 * @module A message's round trip between two connections to Redis, by publishing and subscribing only: the floor for a second node.
 * `redis-round-trip.ts --port N --seconds S`; the times are printed as `result JSON`.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { parseArgs } from 'node:util';
import { clientMessages } from '../wire/messages.ts';
import { printLoad } from './load-result.ts';

const { values } = parseArgs({
  options: { port: { type: 'string', default: '6379' }, seconds: { type: 'string', default: '1' } },
});

async function open(): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port: Number(values.port), noDelay: true });
  await once(socket, 'connect');
  return socket;
}

function command(...words: readonly string[]): string {
  const parts = words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`);
  return `*${words.length}\r\n${parts.join('')}`;
}

/** Listens to one channel; `publish` sends on the other. */
async function openEnd(own: string, other: string, handle: () => void): Promise<() => void> {
  const [listening, publishing] = [await open(), await open()];
  const subscribed = once(listening, 'data');
  listening.write(command('SUBSCRIBE', own));
  await subscribed;
  listening.on('data', handle);
  publishing.resume();
  const text = command('PUBLISH', other, clientMessages('candidate')[0] ?? '');
  return () => void publishing.write(text);
}

let tellTrip: (elapsedMs: number) => void = () => undefined;
let sentMs = 0;
const there = await openEnd('there', 'back', () => there());
const back = await openEnd('back', 'there', () => {
  tellTrip(performance.now() - sentMs);
  send();
});
function send(): void {
  sentMs = performance.now();
  back();
}
await printLoad(Number(values.seconds), (tell) => {
  tellTrip = tell;
  send();
});
process.exit(0);
