/**
 * @module Devices that attach, and attach again whenever they are disconnected, on the schedule of a real one.
 * `signaling-devices.ts --target JSON --count N`; prints `all attached JSON` each time that the last one has attached.
 */
import { parseArgs } from 'node:util';
import { backOffMs } from '@longwire/protocol';
import { nextWait, type Outage } from '../../../packages/device/src/agent/back-off.ts';
import { quantile } from '../report.ts';
import type { PairTarget } from '../wire/pair.ts';
import { fleetKey, openDevice, type DeviceEvents } from '../wire/service-ends.ts';
import { WireSocket, wireTarget } from '../wire/wire-socket.ts';

/** How all devices became attached; times are in milliseconds since the epoch. */
export interface Attached {
  /** When half of them, 99 in 100, and all of them were attached. */
  readonly half: number;
  readonly almostAll: number;
  readonly all: number;
  /** The failed attempt that began last. */
  readonly lastFailure: Failure | undefined;
  /** The largest share of the devices whose first wait fell into the same tenth of a second. */
  readonly busiestShare: number;
}

/** A failed attempt: when it began, and how it ended. */
export interface Failure {
  readonly at: number;
  readonly code: number;
  readonly reason: string;
}

const { values } = parseArgs({
  options: {
    target: { type: 'string', default: '{}' },
    count: { type: 'string', default: '1' },
  },
});
const target: PairTarget = JSON.parse(values.target);
const count = Number(values.count);

type Attach = (index: number, events: DeviceEvents) => void;

async function attacher(): Promise<Attach> {
  if (target.kind === 'service') {
    const { fleet } = target;
    const key = await fleetKey(fleet);
    return (index, events) => void openDevice({ fleet, key, index }, events);
  }
  const place = wireTarget(target.url, '/answer', 'json');
  return (_index, { attached, closed }) => {
    const socket: WireSocket = new WireSocket(place, {
      open: () => socket.sendText('{"type":"hello"}'),
      text: attached,
      closed,
    });
  };
}

const attach = await attacher();
let at: number[] = [];
let lastFailure: Failure | undefined;
/** How many devices waited how many tenths of a second before their first attempt. */
let firstWaits = new Map<number, number>();

function handleAttached(): void {
  at.push(Date.now());
  if (at.length < count) return;
  const [half, almostAll, all] = [quantile(at, 0.5), quantile(at, 0.99), quantile(at, 1)];
  const busiestShare = Math.max(0, ...firstWaits.values()) / count;
  const attached: Attached = { half, almostAll, all, lastFailure, busiestShare };
  console.log(`all attached ${JSON.stringify(attached)}`);
  at = [];
  lastFailure = undefined;
  firstWaits = new Map();
}

function handleFailed(failure: Failure): void {
  if (lastFailure === undefined || failure.at > lastFailure.at) lastFailure = failure;
}

/** One device, forever. */
function keepAttached(index: number, before?: Outage): void {
  const startedAt = Date.now();
  let isAttached = false;
  attach(index, {
    attached: () => {
      isAttached = true;
      handleAttached();
    },
    text: () => undefined,
    closed: (code, reason) => {
      if (!isAttached) handleFailed({ at: startedAt, code, reason });
      const next = nextWait(code, performance.now(), isAttached ? undefined : before);
      const waitMs = backOffMs(next.backOff, next.inRow, Math.random());
      const tenth = Math.floor(waitMs / 100);
      if (isAttached) firstWaits.set(tenth, (firstWaits.get(tenth) ?? 0) + 1);
      setTimeout(() => keepAttached(index, next.outage), waitMs);
    },
  });
}

/** The first time is not measured, so the devices may attach one after the other. */
const SPACING_MS = 2;
for (let index = 0; index < count; index += 1) setTimeout(() => keepAttached(index), index * SPACING_MS);
process.once('SIGTERM', () => process.exit(0));
