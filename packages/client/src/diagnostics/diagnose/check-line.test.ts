/** @module The check of the line follows what a device reports over time. */
import { ContentFormat, utf8Encode } from '@longwire/protocol';
import { createFakeWorld, type FakeWorld } from '@longwire/testing';
import { expect, test } from 'vitest';
import { createConnection } from '../../create-connection.ts';
import { checkLine } from './check-line.ts';
import type { Verdict } from './finding.ts';

const STEP_MS = 500;
const LARGE = { width: 1920, height: 1080, bitsPerSecond: 4_000_000 };
const SMALL = { width: 640, height: 360, bitsPerSecond: 400_000 };

type Reason = 'best' | 'line';

/** A report of one picture with two sizes. */
const report = (reason: Reason, bitsPerSecond: number) => ({
  bitsPerSecond,
  limit: reason === 'line' ? 'delay' : 'probing',
  tracks: [{ trackId: 'door', level: reason === 'line' ? 1 : 0, reason, levels: [LARGE, SMALL] }],
});

/** Runs the check against a device with these reports at each time; undefined for 404. */
async function check(
  reportAt: (elapsedMs: number) => object | undefined,
): Promise<{ verdict: Verdict; elapsedMs: number }> {
  const world: FakeWorld = await createFakeWorld();
  let startedMs = 0;
  world.prepare = ({ resources }) => {
    resources.on('GET /webrtc/tracks/quality', () => {
      const current = reportAt(world.clock.monotonic() - startedMs);
      if (current === undefined) return { statusCode: 404 };
      return {
        statusCode: 205,
        contentFormat: ContentFormat.json,
        payload: utf8Encode(JSON.stringify(current)),
      };
    });
  };
  await using connection = createConnection(world.options);
  await connection.connect();
  startedMs = world.clock.monotonic();
  let verdict: Verdict | undefined;
  const { signal } = new AbortController();
  void checkLine({ connection, clock: world.clock }, signal).then((result) => (verdict = result));
  for (;;) {
    await world.settled();
    if (verdict !== undefined) return { verdict, elapsedMs: world.clock.monotonic() - startedMs };
    world.clock.advance(STEP_MS);
  }
}

test('a line that carries the large picture is good as soon as that has been sent for two seconds', async () => {
  const { verdict, elapsedMs } = await check((ms) => report(ms < 2000 ? 'line' : 'best', 5_000_000));
  expect(verdict).toMatchObject({ kind: 'good', step: 'line', facts: { bitsPerSecond: 5_000_000 } });
  expect(elapsedMs).toBe(4000);
});

test('a narrow line is named with its figure and that of the picture, also when the large picture was sent for a moment', async () => {
  const { verdict, elapsedMs } = await check((ms) => report(ms < 1500 ? 'best' : 'line', 1_234_000));
  expect(verdict).toMatchObject({
    kind: 'warning',
    code: 'narrow-line',
    text: "your line carries about 1.2 Mbit/s; the camera's large picture needs 4 (door)",
    facts: { bitsPerSecond: 1_234_000, bitsPerSecondWanted: 4_000_000, limit: 'delay' },
  });
  expect(elapsedMs).toBe(8000);
});

test.each<[string, object | undefined, string, number]>([
  ['without such a report', undefined, 'the device does not report what its network carries', 0],
  [
    'without a picture in several sizes',
    { tracks: [] },
    'the device sends no picture that has several sizes',
    1000,
  ],
])('the check is skipped for a device %s', async (_, current, text, expectedMs) => {
  const { verdict, elapsedMs } = await check(() => current);
  expect(verdict).toMatchObject({ kind: 'skipped', code: 'not-needed', text });
  expect(elapsedMs).toBe(expectedMs);
});
