/** @module Packets that reports of arrival show as lost are repeated, within bounds. */
import { ManualClock } from '@longwire/testing/clock';
import { expect, test } from 'vitest';
import { createTransport } from '../bandwidth/media-transport.fixture.ts';
import { PacketRepeats } from './packet-repeats.ts';

function setUp() {
  const clock = new ManualClock(0);
  const written: number[] = [];
  const packet = { bytes: 1_000, sendings: 1 };
  const repeats = new PacketRepeats<typeof packet>({
    kind: 'video',
    transport: createTransport(() => true, clock),
    clock,
    write: (sequenceNumber, sent) => {
      written.push(sequenceNumber);
      sent.sendings += 1;
    },
  });
  repeats.add(7, packet);
  return { repeats, written };
}

test('a lost repetition is repeated once, and what arrives late is not repeated for ever', () => {
  const { repeats, written } = setUp();
  for (let sending = 1; sending <= 10; sending += 1) repeats.handleLost(7, sending);
  expect(written).toEqual([7, 7]);
});

test('a packet that was repeated since is not repeated because of its first sending', () => {
  const { repeats, written } = setUp();
  repeats.resend([7]);
  repeats.handleLost(7, 1);
  expect(written).toEqual([7]);
});
