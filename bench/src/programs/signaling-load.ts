/**
 * @module Messages between pairs of a client and a device, in both directions at once, each with a bounded number in flight, all in one separate process.
 * `signaling-load.ts --target JSON --kind candidate --pairs N --under-way N --seconds S [--there-and-back]`; the result is printed as
 * `result JSON`. With the last flag only the clients begin, and the devices answer each message with one.
 */
import { parseArgs } from 'node:util';
import { MESSAGE_KINDS } from '../wire/messages.ts';
import { openPairs, type PairEnd, type PairTarget } from '../wire/pair.ts';
import { printLoad } from './load-result.ts';

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
const kind = MESSAGE_KINDS.find((name) => name === values.kind) ?? 'candidate';

/** Keeps `--under-way` messages in flight from one end to the other; messages of one direction arrive in order, so that the oldest is the one that arrived. */
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
    // When all slots are taken, the next one to be written is the oldest.
    tell(performance.now() - (sentMs[next] ?? 0));
    sendOne();
  };
  for (let index = 0; index < count; index += 1) sendOne();
}

const pairs = await openPairs(target, kind, Number(values.pairs));
function begin(tell: (elapsedMs: number) => void): void {
  for (const { client, device } of pairs) {
    if (values['there-and-back']) {
      device.handle = () => device.send();
      keepSending(client, client, tell);
    } else {
      keepSending(client, device, tell);
      keepSending(device, client, tell);
    }
  }
  stayAwake();
}

/** A server pays for waking a sleeping process on the same machine; over a network it does not. This process therefore never sleeps. */
function stayAwake(): void {
  setImmediate(stayAwake);
}

await printLoad(Number(values.seconds), begin);
process.once('SIGTERM', () => process.exit(0));
