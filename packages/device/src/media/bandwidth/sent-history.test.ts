/** @module Reports count once, and only for packets that were sent. */
import { expect, test } from 'vitest';
import { SentHistory, type FeedbackTime } from './sent-history.ts';

const NOW: FeedbackTime = { smallestMs: Number.NEGATIVE_INFINITY, nowMs: 1_000 };
const at = (nowMs: number): FeedbackTime => ({ smallestMs: 20, nowMs });

const arrived = (sequence: number, arrivalMs: number | undefined) => ({ sequence, arrivalMs });

test('matches reports with packets, on the clock of the viewer', () => {
  const history = new SentHistory();
  history.add(65_535, { sentMs: 10, bytes: 1_000, probe: 0 });
  history.add(0, { sentMs: 20, bytes: 500, probe: 3 });
  expect(history.take({ reference: 100, packets: [arrived(65_535, 5), arrived(0, undefined)] }, NOW)).toEqual(
    [
      { sentMs: 10, bytes: 1_000, probe: 0, receivedMs: 5 },
      { sentMs: 20, bytes: 500, probe: 3, receivedMs: undefined },
    ],
  );
});

test('ignores packets that were never sent, and a second report of the same', () => {
  const history = new SentHistory();
  history.add(1, { sentMs: 10, bytes: 1_000, probe: 0 });
  const packets = [arrived(1, 5), arrived(2, 5), arrived(8_193, 5)];
  expect(history.take({ reference: 0, packets }, NOW)).toHaveLength(1);
  expect(history.take({ reference: 0, packets }, NOW)).toEqual([]);
});

test('a packet that was sent again, and came after later ones, was lost at first; what arrived need not be repeated', () => {
  const history = new SentHistory();
  const sent = { sentMs: 10, bytes: 1_000, probe: 0 };
  for (const sequence of [1, 2, 3, 4]) history.add(sequence, { ...sent, handleLost: () => undefined });
  for (const sequence of [1, 2, 3]) history.handleRepeat(sequence, 20);
  const packets = [arrived(1, 30), arrived(2, 20), arrived(3, undefined), arrived(4, 30)];
  expect(history.take({ reference: 0, packets }, NOW)).toEqual([
    { ...sent, receivedMs: undefined },
    { ...sent, receivedMs: 20 },
    { ...sent, handleLost: expect.any(Function), receivedMs: undefined },
    { ...sent, receivedMs: 30 },
  ]);
});

test('a packet that arrives after it was reported as lost is reported once more, unless it is the repetition that arrived', () => {
  const history = new SentHistory();
  const sent = { sentMs: 10, bytes: 1_000, probe: 0 };
  for (const sequence of [1, 2, 3]) history.add(sequence, sent);
  const absent = [arrived(1, undefined), arrived(2, undefined), arrived(3, undefined)];
  expect(history.take({ reference: 0, packets: absent }, at(1_000))).toHaveLength(3);
  expect(history.take({ reference: 0, packets: absent }, at(1_000))).toEqual([]);
  for (const sequence of [2, 3]) history.handleRepeat(sequence, 80);
  const late = [arrived(1, 70), arrived(2, 70), arrived(3, 100)];
  expect(history.take({ reference: 0, packets: late }, at(1_000))).toEqual([
    { ...sent, receivedMs: 70, isLate: true },
    { ...sent, receivedMs: 70, isLate: true },
  ]);
  expect(history.take({ reference: 0, packets: late }, at(1_000))).toEqual([]);
});

test('a packet that was sent again and came late is itself if the repetition cannot have come so soon', () => {
  const history = new SentHistory();
  const sent = { sentMs: 10, bytes: 1_000, probe: 0 };
  for (const sequence of [1, 2]) history.add(sequence, sent);
  history.handleRepeat(1, 80);
  const packets = [arrived(1, 70), arrived(2, 40)];
  expect(history.take({ reference: 0, packets }, at(1_000))).toEqual([
    { ...sent, receivedMs: 70 },
    { ...sent, receivedMs: 40 },
  ]);
});

test('where packets come late, one that is missing is lost once it has been missing for as long', () => {
  const history = new SentHistory();
  const sent = { sentMs: 10, bytes: 1_000, probe: 0 };
  for (const sequence of [1, 2, 3, 4, 5]) history.add(sequence, sent);
  const report = (nowMs: number, ...packets: readonly ReturnType<typeof arrived>[]) =>
    history.take({ reference: 0, packets }, at(nowMs));
  expect(report(100, arrived(1, undefined), arrived(2, 60))).toHaveLength(2);
  expect(report(150, arrived(1, 90))).toEqual([{ ...sent, receivedMs: 90, isLate: true }]);
  expect(report(200, arrived(3, undefined), arrived(4, undefined), arrived(5, 95))).toEqual([
    { ...sent, receivedMs: 95 },
  ]);
  expect(report(249, arrived(4, 96))).toEqual([{ ...sent, receivedMs: 96 }]);
  expect(report(250, arrived(4, 96))).toEqual([{ ...sent, receivedMs: undefined }]);
  expect(report(300, arrived(3, undefined))).toEqual([]);
});

test('nothing is waited for once no packet has come late for half a minute, nor for longer than 0.15 s', () => {
  const history = new SentHistory();
  const sent = { sentMs: 10, bytes: 1_000, probe: 0 };
  for (const sequence of [1, 2, 3]) history.add(sequence, sent);
  const report = (nowMs: number, ...packets: readonly ReturnType<typeof arrived>[]) =>
    history.take({ reference: 0, packets }, at(nowMs));
  report(100, arrived(1, undefined));
  report(5_000, arrived(1, 4_900));
  expect(report(5_100, arrived(2, undefined))).toEqual([]);
  expect(report(5_250)).toEqual([{ ...sent, receivedMs: undefined }]);
  expect(report(40_000, arrived(3, undefined))).toEqual([{ ...sent, receivedMs: undefined }]);
});

test('the viewer’s clock goes on when its counter wraps around', () => {
  const history = new SentHistory();
  history.add(1, { sentMs: 0, bytes: 1, probe: 0 });
  history.add(2, { sentMs: 0, bytes: 1, probe: 0 });
  const [first] = history.take({ reference: 2 ** 24 - 1, packets: [arrived(1, 0)] }, NOW);
  const [second] = history.take({ reference: 1, packets: [arrived(2, 0)] }, NOW);
  expect((second?.receivedMs ?? 0) - (first?.receivedMs ?? 0)).toBe(128);
});
