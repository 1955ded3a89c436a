/** @module Where a sender is asked: never at a port that there is not. */
import { expect, test } from 'vitest';
import { SenderAddress } from './sender-address.ts';

const at = (port: number) => ({ address: '192.0.2.1', port });

test('beside its RTP, until it is known where its RTCP comes from', () => {
  const sender = new SenderAddress();
  expect(sender.forRtcp).toBeUndefined();
  sender.handleMedia(at(5_000));
  expect(sender.forRtcp).toEqual(at(5_001));
  sender.handleReport(at(6_000));
  sender.handleMedia(at(7_000));
  expect(sender.forRtcp).toEqual(at(6_000));
});

test('nowhere, where that is no port', () => {
  const sender = new SenderAddress();
  sender.handleMedia(at(65_535));
  expect(sender.forRtcp).toBeUndefined();
  sender.handleReport(at(0));
  expect(sender.forRtcp).toBeUndefined();
});
