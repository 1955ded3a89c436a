/** @module Packets that reports of arrival show as lost are repeated, within bounds. */
import { ManualClock } from '@longwire/testing/clock';
import { expect, test } from 'vitest';
import { createTransport } from '../bandwidth/media-transport.fixture.ts';
import { PacketRepeats } from './packet-repeats.ts';

function setUp() {
  const clock = new ManualClock(0);
  const sent: number[] = [];
  const packet = { bytes: 1_000, isRepeated: false };
  const repeats = new PacketRepeats<typeof packet>({
    kind: 'video',
    transport: createTransport(() => true, clock),
    clock,
    send: (sequenceNumber) => sent.push(sequenceNumber),
  });
  repeats.add(7, packet);
  return { repeats, sent };
}

test('a packet that is reported as lost is repeated', () => {
  const { repeats, sent } = setUp();
  repeats.handleLost(7);
  expect(sent).toEqual([7]);
});

test('a packet that was repeated since is not repeated because of its first sending', () => {
  const { repeats, sent } = setUp();
  repeats.resend([7]);
  repeats.handleLost(7);
  expect(sent).toEqual([7]);
});
