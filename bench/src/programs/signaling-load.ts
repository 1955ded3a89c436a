/**
 * @module Messages between pairs of a client and a device, both ways at once, each with a bounded number under way, all in a process of its own.
 * `signaling-load.ts --target JSON --kind candidate --pairs N --under-way N --seconds S [--there-and-back]`; what came of it is printed as
 * `result JSON`. With the last flag the clients alone begin, and the devices answer each message with one.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { quantile } from '../report.ts';
import { MESSAGE_KINDS } from '../wire/messages.ts';
import { openPairs, type PairEnd, type PairTarget } from '../wire/pair.ts';

/** What a load came to. */
export interface RelayLoad {
  readonly messages: number;
  readonly messagesPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** What messages took that went there and back. */
export type RoundTrips = Pick<RelayLoad, 'p50Ms' | 'p99Ms'>;

/** The code that is measured has been compiled by then. */
const WARM_UP_MS = 1_000;

const { values } = parseArgs({
  options: {
    target: { type: 'string', default: '{}' },
    kind: { type: 'string', default: 'candidate' },
    pairs: { type: 'string', default: '1' },
    'under-way': { type: 'string', default: '1' },
    seconds: { type: 'string', default: '1' },
    'there-and-back': { type: 'boolean', default: false },
  },
});
const target: PairTarget = JSON.parse(values.target);
const kind = MESSAGE_KINDS.find((known) => known === values.kind) ?? 'candidate';

/** Keeps so many messages on the way from one end to the other; messages of one direction arrive in their order, so that the oldest is the one that came. */
function keepSending(from: PairEnd, to: PairEnd, tell: (elapsedMs: number) => void): void {
  const count = Number(values['under-way']);
  const sentMs = new Float64Array(count);
  let next = 0;
  const sendOne = (): void => {
    sentMs[next] = performance.now();
    next = (next + 1) % count;
    from.send();
  };
  to.handle = () => {
    // With all places taken, the next one to be written is the oldest.
    tell(performance.now() - (sentMs[next] ?? 0));
    sendOne();
  };
  for (let index = 0; index < count; index += 1) sendOne();
}

const pairs = await openPairs(target, kind, Number(values.pairs));
let samples: number[] = [];
const tell = (elapsedMs: number): void => void samples.push(elapsedMs);
for (const { client, device } of pairs) {
  if (values['there-and-back']) {
    device.handle = () => device.send();
    keepSending(client, client, tell);
  } else {
    keepSending(client, device, tell);
    keepSending(device, client, tell);
  }
}
/** A server pays for waking a process that sleeps on the same machine; over a network it does not. So this one never sleeps. */
function stayAwake(): void {
  setImmediate(stayAwake);
}

stayAwake();
await delay(WARM_UP_MS);
console.log('loading');
samples = [];
const startedMs = performance.now();
await delay(Number(values.seconds) * 1000);
const measured = samples;
const result: RelayLoad = {
  messages: measured.length,
  messagesPerSecond: (measured.length / (performance.now() - startedMs)) * 1000,
  p50Ms: quantile(measured, 0.5),
  p99Ms: quantile(measured, 0.99),
};
console.log(`result ${JSON.stringify(result)}`);
process.once('SIGTERM', () => process.exit(0));
