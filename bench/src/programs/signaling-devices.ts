/**
 * @module Devices that attach, and attach again whenever they are disconnected, on the schedule of a real one: exponential with full jitter.
 * `signaling-devices.ts --target JSON --count N`; prints `all attached JSON` each time that the last one has attached.
 */
import { DEFAULT_BACK_OFF } from '@longwire/device';
import { parseArgs } from 'node:util';
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

function handleAttached(): void {
  at.push(Date.now());
  if (at.length < count) return;
  const [half, almostAll, all] = [quantile(at, 0.5), quantile(at, 0.99), quantile(at, 1)];
  console.log(`all attached ${JSON.stringify({ half, almostAll, all, lastFailure } satisfies Attached)}`);
  at = [];
  lastFailure = undefined;
}

function handleFailed(failure: Failure): void {
  if (lastFailure === undefined || failure.at > lastFailure.at) lastFailure = failure;
}

/** One device, forever. */
function keepAttached(index: number, failed: number): void {
  const startedAt = Date.now();
  const { baseMs, capMs } = DEFAULT_BACK_OFF;
  let isAttached = false;
  attach(index, {
    attached: () => {
      isAttached = true;
      handleAttached();
    },
    text: () => undefined,
    closed: (code, reason) => {
      if (!isAttached) handleFailed({ at: startedAt, code, reason });
      const inRow = isAttached ? 1 : failed + 1;
      const boundMs = Math.min(capMs, baseMs * 2 ** (inRow - 1));
      setTimeout(() => keepAttached(index, inRow), Math.random() * boundMs);
    },
  });
}

/** The first time is not measured, so the devices may attach one after the other. */
const SPACING_MS = 2;
for (let index = 0; index < count; index += 1) setTimeout(() => keepAttached(index, 0), index * SPACING_MS);
process.once('SIGTERM', () => process.exit(0));
