/** @module The estimate from receiver reports falls below what is sent, and not before that is known. */
import { expect, test } from 'vitest';
import { DEFAULT_CEILING } from './bandwidth-estimate.ts';
import { ReportedLoss } from './reported-loss.ts';

/** Sends 4 Mbit/s for a time. */
function send(loss: ReportedLoss, fromMs: number, toMs: number): void {
  for (let nowMs = fromMs; nowMs < toMs; nowMs += 5) loss.handleSent(2_500, nowMs);
}

test('loss lowers the estimate below the rate of sending', () => {
  const loss = new ReportedLoss(DEFAULT_CEILING);
  send(loss, 1_000, 2_100);
  loss.handleReport(0.2, 2_100);
  expect(loss.estimate).toEqual({ bitsPerSecond: 0.9 * 4_000_000, reason: 'loss' });
});

test('loss in the first second does not, and the next report finds the rate', () => {
  const loss = new ReportedLoss(DEFAULT_CEILING);
  send(loss, 1_000, 1_600);
  loss.handleReport(0.2, 1_600);
  expect(loss.estimate).toEqual({ bitsPerSecond: DEFAULT_CEILING, reason: 'ceiling' });
  send(loss, 1_600, 2_600);
  loss.handleReport(0.2, 2_600);
  expect(loss.estimate.bitsPerSecond).toBe(0.9 * 4_000_000);
});

test.each([1_100, 60_000])('loss after a pause of %i ms counts once the rate is known again', (pauseMs) => {
  const loss = new ReportedLoss(DEFAULT_CEILING);
  send(loss, 0, 5_000);
  loss.handleReport(0, 5_000);
  const startMs = 5_000 + pauseMs;
  send(loss, startMs, startMs + 500);
  loss.handleReport(0.2, startMs + 500);
  expect(loss.estimate.bitsPerSecond).toBe(DEFAULT_CEILING);
  send(loss, startMs + 500, startMs + 1_500);
  loss.handleReport(0.2, startMs + 1_500);
  expect(loss.estimate.bitsPerSecond).toBe(0.9 * 4_000_000);
});

test('a pause in sending is no silence of the viewer, and a viewer that stays silent after it is noticed', () => {
  const loss = new ReportedLoss(DEFAULT_CEILING);
  send(loss, 0, 1_000);
  loss.handleReport(0, 1_000);
  send(loss, 1_000, 1_100);
  send(loss, 60_000, 64_900);
  expect(loss.estimate.reason).toBe('ceiling');
  send(loss, 64_900, 65_100);
  expect(loss.estimate.reason).toBe('no-feedback');
});
