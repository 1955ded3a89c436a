/** @module The RTCP address of a sender, which always has a valid port. */
import { expect, test } from 'vitest';
import { SenderAddress } from './sender-address.ts';

const at = (port: number) => ({ address: '192.0.2.1', port });

test('RTCP goes to the port after the sender’s RTP port until its RTCP address is seen', () => {
  const sender = new SenderAddress();
  expect(sender.forRtcp).toBeUndefined();
  sender.handleMedia(at(5_000));
  expect(sender.forRtcp).toEqual(at(5_001));
  sender.handleReport(at(6_000));
  sender.handleMedia(at(7_000));
  expect(sender.forRtcp).toEqual(at(6_000));
});

test('RTCP has no address if the port would be invalid', () => {
  const sender = new SenderAddress();
  sender.handleMedia(at(65_535));
  expect(sender.forRtcp).toBeUndefined();
  sender.handleReport(at(0));
  expect(sender.forRtcp).toBeUndefined();
});
