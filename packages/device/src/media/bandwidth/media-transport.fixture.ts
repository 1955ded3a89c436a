/** @module A transport for tests of what sends on one. */
import { silentLogger, type Clock } from '@longwire/protocol';
import { ManualClock } from '@longwire/testing/clock';
import { MediaTransport } from './media-transport.ts';

/** Creates a transport that hands its packets to `send`. */
export function createTransport(
  send: (packet: Uint8Array) => boolean = () => true,
  clock: Clock = new ManualClock(0),
): MediaTransport {
  return new MediaTransport({ send, clock, logger: silentLogger });
}
