/** @module Reports count once, and only for packets that were sent. */
import { expect, test } from 'vitest';
import { SentHistory } from './sent-history.ts';

const arrived = (sequence: number, arrivalMs: number | undefined) => ({ sequence, arrivalMs });

test('matches reports with packets, on the clock of the viewer', () => {
  const history = new SentHistory();
  history.add(65_535, { sentMs: 10, bytes: 1_000, probe: 0 });
  history.add(0, { sentMs: 20, bytes: 500, probe: 3 });
  expect(history.take({ reference: 100, packets: [arrived(65_535, 5), arrived(0, undefined)] })).toEqual([
    { sentMs: 10, bytes: 1_000, probe: 0, receivedMs: 5 },
    { sentMs: 20, bytes: 500, probe: 3, receivedMs: undefined },
  ]);
});

test('ignores packets that were never sent, and a second report of the same', () => {
  const history = new SentHistory();
  history.add(1, { sentMs: 10, bytes: 1_000, probe: 0 });
  const packets = [arrived(1, 5), arrived(2, 5), arrived(8_193, 5)];
  expect(history.take({ reference: 0, packets })).toHaveLength(1);
  expect(history.take({ reference: 0, packets })).toEqual([]);
});

test('a packet that was sent again, and came after later ones, was lost at first; what arrived need not be repeated', () => {
  const history = new SentHistory();
  const sent = { sentMs: 10, bytes: 1_000, probe: 0 };
  for (const sequence of [1, 2, 3, 4]) history.add(sequence, { ...sent, handleLost: () => undefined });
  for (const sequence of [1, 2, 3]) history.handleRepeat(sequence, 20);
  const packets = [arrived(1, 30), arrived(2, 20), arrived(3, undefined), arrived(4, 30)];
  expect(history.take({ reference: 0, packets })).toEqual([
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
  expect(history.take({ reference: 0, packets: absent }, 20)).toHaveLength(3);
  expect(history.take({ reference: 0, packets: absent }, 20)).toEqual([]);
  for (const sequence of [2, 3]) history.handleRepeat(sequence, 80);
  const late = [arrived(1, 70), arrived(2, 70), arrived(3, 100)];
  expect(history.take({ reference: 0, packets: late }, 20)).toEqual([
    { ...sent, receivedMs: 70, isLate: true },
    { ...sent, receivedMs: 70, isLate: true },
  ]);
  expect(history.take({ reference: 0, packets: late }, 20)).toEqual([]);
});

test('a packet that was sent again and came late is itself if the repetition cannot have come so soon', () => {
  const history = new SentHistory();
  const sent = { sentMs: 10, bytes: 1_000, probe: 0 };
  for (const sequence of [1, 2]) history.add(sequence, sent);
  history.handleRepeat(1, 80);
  const packets = [arrived(1, 70), arrived(2, 40)];
  expect(history.take({ reference: 0, packets }, 20)).toEqual([
    { ...sent, receivedMs: 70 },
    { ...sent, receivedMs: 40 },
  ]);
});

test('the viewer’s clock goes on when its counter wraps around', () => {
  const history = new SentHistory();
  history.add(1, { sentMs: 0, bytes: 1, probe: 0 });
  history.add(2, { sentMs: 0, bytes: 1, probe: 0 });
  const [first] = history.take({ reference: 2 ** 24 - 1, packets: [arrived(1, 0)] });
  const [second] = history.take({ reference: 1, packets: [arrived(2, 0)] });
  expect((second?.receivedMs ?? 0) - (first?.receivedMs ?? 0)).toBe(128);
});
