/** @module Stream credit at its limits. */
import { describe, expect, test } from 'vitest';
import { INITIAL_STREAM_CREDIT, ReceiveWindow, SendWindow } from './stream-credit.ts';

describe('SendWindow', () => {
  test('allows 262,144 bytes at the start and not one more', () => {
    const window = new SendWindow();
    expect(window.take(300_000)).toBe(262_144);
    expect([window.take(1), window.available]).toEqual([0, 0]);
  });

  test('allows what was granted', () => {
    const window = new SendWindow();
    window.take(262_144);
    expect([window.grant(10), window.take(7), window.take(7)]).toEqual([true, 7, 3]);
  });

  test('accepts credit up to the largest uint32; one more is refused and changes nothing', () => {
    const window = new SendWindow();
    expect(window.grant(0xffff_ffff - INITIAL_STREAM_CREDIT)).toBe(true);
    expect([window.grant(0), window.grant(1), window.available]).toEqual([true, false, 0xffff_ffff]);
  });
});

describe('ReceiveWindow', () => {
  test('accepts 262,144 bytes at the start and refuses one more', () => {
    const window = new ReceiveWindow();
    expect([window.receive(262_144), window.receive(0), window.receive(1)]).toEqual([true, true, false]);
  });

  test('grants credit again once half of the window is read', () => {
    const window = new ReceiveWindow();
    window.receive(262_144);
    expect([window.consume(131_071), window.consume(1), window.consume(131_071)]).toEqual([0, 131_072, 0]);
    expect([window.receive(131_072), window.receive(1)]).toEqual([true, false]);
  });

  test('grants the rest of a larger window at once', () => {
    const window = new ReceiveWindow(1_048_576);
    expect(window.consume(0)).toBe(1_048_576 - 262_144);
    expect([window.consume(0), window.receive(1_048_576), window.receive(1)]).toEqual([0, true, false]);
  });

  test('is never smaller than the initial credit', () => {
    const window = new ReceiveWindow(1);
    expect([window.consume(1), window.receive(262_144)]).toEqual([0, true]);
  });
});
