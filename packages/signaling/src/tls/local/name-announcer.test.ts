/** @module The local name on a real network, loopback, asked for by another multicast DNS client. */
import multicastDns, { type MulticastDNS } from 'multicast-dns';
import { ManualClock } from '@longwire/testing/clock';
import { expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '../../test-support/free-port.fixture.ts';
import { NameAnnouncer } from './name-announcer.ts';

const HOST_NAME = 'camera.local';

interface Rig {
  readonly announcer: NameAnnouncer;
  readonly clock: ManualClock;
  /** The other client, which may also answer. */
  readonly other: MulticastDNS;
  /** Records that the other client received, as `NAME TYPE DATA`. */
  readonly received: readonly string[];
  readonly warnings: readonly string[];
}

const ignore = (): void => undefined;

async function makeRig(): Promise<Rig> {
  const port = await freePort();
  const clock = new ManualClock();
  const warnings: string[] = [];
  const log = {
    debug: ignore,
    info: ignore,
    error: ignore,
    warn: (_: object, text: string) => void warnings.push(text),
  };
  const announcer = new NameAnnouncer({ hostName: HOST_NAME, clock, log, port });
  const other = multicastDns({ port, interface: '127.0.0.1', bind: '0.0.0.0' });
  const received: string[] = [];
  other.on('response', ({ answers = [] }) => {
    for (const answer of answers)
      if ('data' in answer && typeof answer.data === 'string')
        received.push(`${answer.name} ${answer.type} ${answer.data}`);
  });
  await new Promise<void>((resolve) => void other.once('ready', () => resolve()));
  onTestFinished(() => {
    announcer[Symbol.dispose]();
    other.destroy();
  });
  return { announcer, clock, other, received, warnings };
}

/** Starts to announce, after no host objected. */
async function announce(
  { announcer, clock, other, received }: Rig,
  addresses: readonly string[],
): Promise<void> {
  const probed = new Promise<void>((resolve) => void other.once('query', () => resolve()));
  announcer.update(addresses);
  await probed;
  clock.advance(750);
  await expect.poll(() => received).toContain(`${HOST_NAME} A ${addresses[0]}`);
}

test('the name is announced with all addresses, and announced again when they change', async () => {
  const rig = await makeRig();
  await announce(rig, ['127.0.0.1', 'fd00::2']);
  expect(new Set(rig.received)).toEqual(new Set([`${HOST_NAME} A 127.0.0.1`, `${HOST_NAME} AAAA fd00::2`]));
  await announce(rig, ['127.0.0.1', 'fd00::3']);
  await expect.poll(() => rig.received).toContain(`${HOST_NAME} AAAA fd00::3`);
});

test('questions for the name and names below it are answered, others not', async () => {
  const rig = await makeRig();
  await announce(rig, ['127.0.0.1']);
  rig.other.query('printer.local', 'A');
  rig.other.query('x1.CAMERA.local', 'A');
  await expect.poll(() => rig.received).toContain('x1.CAMERA.local A 127.0.0.1');
  expect(rig.received.filter((record) => record.startsWith('printer'))).toEqual([]);
});

test('nothing is announced if another host has the name, and the log says so', async () => {
  const rig = await makeRig();
  const { announcer, clock, other, received, warnings } = rig;
  const answered = vi.fn<() => void>(() =>
    other.respond({ answers: [{ name: HOST_NAME, type: 'A', ttl: 120, data: '127.0.0.9' }] }),
  );
  other.on('query', answered);
  announcer.update(['127.0.0.1']);
  await expect.poll(() => warnings).toHaveLength(1);
  expect(warnings[0]).toContain('choose another name');
  clock.advance(750);
  other.query(HOST_NAME, 'A');
  await expect.poll(() => answered.mock.calls.length).toBeGreaterThanOrEqual(2);
  expect(received).not.toContain(`${HOST_NAME} A 127.0.0.1`);
});
