/** @module Requests in both framings, concurrent and large; streams; the password login: from Chromium, each beside its floor or baseline. */
import type { Page } from '@playwright/test';
import { connectionOptions, type BenchWorld } from '../bench-world.ts';
import { LARGE_BYTES, SINK_STREAM, SOURCE_STREAM, STREAM_BYTES } from '../programs/device-resources.ts';
import type { Report, Row } from '../report.ts';

const ROUNDS = 2;
const TIMES = 5;
const REQUEST_ROWS = 50;

const FRAMINGS = ['json', 'binary'] as const;
const FLOOR_BULK = 'one data channel between the same Chromium and a bare peer, messages of 64 KiB';

interface Samples {
  readonly ours: number[];
  readonly floor: number[];
}

/** Collects the results of rounds, by the name of the row. */
class Rows {
  readonly #samples = new Map<string, Samples & { readonly unit: Row['unit'] }>();

  add(what: string, unit: Row['unit'], ours: readonly number[], floor: readonly number[]): void {
    const row = this.#samples.get(what) ?? { unit, ours: [], floor: [] };
    row.ours.push(...ours);
    row.floor.push(...floor);
    this.#samples.set(what, row);
  }

  all(): Row[] {
    return [...this.#samples].map(([what, row]) => ({ what, ...row }));
  }
}

/** How many requests a sample of {@link singleRows} takes. */
const IN_A_ROW = 1000;
const SINGLE_ROUNDS = 15;

/** One request at a time with the default options, beside the baseline at the same device: time, and the page's work. */
async function singleRows(
  page: Page,
  options: ReturnType<typeof connectionOptions>,
): Promise<readonly Row[]> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Performance.enable');
  const workMs = async (): Promise<number> => {
    const { metrics } = await devTools.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
  };
  const senders = await page.evaluateHandle(
    async (target) => await window.measurements.openSingleRequests(target),
    options,
  );
  const times: Samples = { ours: [], floor: [] };
  const work: Samples = { ours: [], floor: [] };
  for (let round = -1; round < SINGLE_ROUNDS; round += 1) {
    for (const [column, who] of [
      ['floor', 'naive'],
      ['ours', 'ours'],
    ] as const) {
      const before = await workMs();
      const elapsedMs = await senders.evaluate(async (sender, [name, count]) => await sender[name](count), [
        who,
        IN_A_ROW,
      ] as const);
      // The first round is the warm-up.
      if (round < 0) continue;
      times[column].push(elapsedMs);
      work[column].push((await workMs()) - before);
    }
  }
  await senders.evaluate(async (sender) => await sender.close());
  await devTools.detach();
  return [
    { what: 'one request at a time', unit: 'ms', ...times },
    { what: `work of the page for ${IN_A_ROW}`, unit: 'ms', ...work },
  ];
}

/** One at a time, and 64 concurrent. */
export async function measureExchange(world: BenchWorld): Promise<readonly Report[]> {
  const bare = await world.startBarePeer();
  const device = await world.startDevice();
  const page = await world.openPage(bare);
  const options = connectionOptions(device.target);
  const [single, inFlight, login] = [new Rows(), new Rows(), new Rows()];
  const beside = await singleRows(page, options);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const framing of FRAMINGS) {
      const input = { options, framing, rows: REQUEST_ROWS, times: TIMES };
      const taken = await page.evaluate(
        async ({ options: target, framing: kind, rows, times }) => ({
          floor: await window.measurements.requestFloor(rows),
          binaryFloor: await window.measurements.binaryRequestFloor(rows),
          ours: await window.measurements.framedRequestTimes(target, kind, rows),
          inFlight: await window.measurements.inFlightRates(target, kind, times),
        }),
        input,
      );
      single.add(`there and back, ${framing}`, 'ms', taken.ours, taken.floor);
      if (framing === 'binary')
        single.add('round trip, binary, beside bare binary messages', 'ms', taken.ours, taken.binaryFloor);
      inFlight.add(`64 in flight, ${framing}`, 'a second', taken.inFlight.ours, taken.inFlight.naive);
    }
    const input = { options, credentials: device.credentials, times: TIMES };
    const logins = await page.evaluate(
      async ({ options: target, credentials, times }) =>
        await window.measurements.loginTimes(target, credentials, times),
      input,
    );
    login.add('password login', 'ms', logins.ours, logins.floor);
  }
  return [
    {
      title: 'One request at a time',
      floor:
        'text messages of the JSON sizes between the same Chromium and a bare peer; in the last row binary messages of the binary sizes',
      rows: single.all(),
      why: 'a request passes through a table and some promises at both ends, and the device looks up rights and route.',
    },
    {
      title: 'One request at a time, beside a client that only sends and waits',
      floor:
        'a client that makes a UUID as id, and JSON.stringify and JSON.parse of the whole, without time limit or checks, at the same device',
      rows: beside,
      why: 'ours checks each request and answer, and limits its time.',
    },
    {
      title: '64 requests in flight, 1 KiB there and back',
      floor:
        'a client that makes `{type: "Buffer", data: Array.from(bytes)}`, a UUID as id, and JSON.stringify and JSON.parse of the whole, at the same device',
      rows: inFlight.all(),
      why: 'most of a request is the device, which both columns ask.',
    },
    {
      title: 'Password login',
      floor: 'the multiplications of both sides with @noble/curves, in the page, and two requests',
      rows: login.all(),
      why: 'hashes and encodings around the arithmetic, and the device beside everything else.',
    },
  ];
}

/** 1 MiB in one request or answer, and 256 MiB in a stream. */
export async function measureBulk(world: BenchWorld): Promise<readonly Report[]> {
  const bare = await world.startBarePeer();
  const device = await world.startDevice();
  const page = await world.openPage(bare);
  const [large, stream] = [new Rows(), new Rows()];
  const input = {
    options: connectionOptions(device.target),
    large: { bytes: LARGE_BYTES, times: TIMES },
    stream: { bytes: STREAM_BYTES, times: 1 },
    ports: { sink: SINK_STREAM, source: SOURCE_STREAM },
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    const taken = await page.evaluate(
      async ({ options, large: one, stream: many, ports }) => ({
        large: await window.measurements.largeRequests(options, one),
        largeFloor: await window.measurements.bulkFloor(one),
        stream: await window.measurements.tunnelThroughput(options, many, ports),
        streamFloor: await window.measurements.bulkFloor(many),
      }),
      input,
    );
    large.add('1 MiB answer', 'MB/s', taken.large.down, taken.largeFloor.down);
    large.add('1 MiB request', 'MB/s', taken.large.up, taken.largeFloor.up);
    stream.add('256 MiB to the device', 'MB/s', taken.stream.up, taken.streamFloor.up);
    stream.add('256 MiB from the device', 'MB/s', taken.stream.down, taken.streamFloor.down);
  }
  return [
    {
      title: 'Large requests and answers',
      floor: FLOOR_BULK,
      rows: large.all(),
      why: 'the first block makes a round trip of its own before two are under way, and the whole is put together, hashed and copied at the ends.',
    },
    {
      title: 'A stream, nothing behind it',
      floor: FLOOR_BULK,
      rows: stream.all(),
      why: 'each message passes through a stream at both ends and under credit; the floor throws it away.',
    },
  ];
}
